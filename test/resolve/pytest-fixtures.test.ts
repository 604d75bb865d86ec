/** pytest calls fixtures by the names of parameters. */
import { test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

test('a parameter of a test is the fixture of that name, and what it returns', () =>
  checkEdges({
    'shop.py': 'class Shop:\n  def open(self): ...\n',
    'tests/conftest.py': `
import pytest
from shop import Shop
@pytest.fixture
def shop():
  return Shop() # //: new shop.py::Shop
@pytest.fixture()
def opened(shop): # //: uses shop
  shop.open() # //: calls ~shop.py::Shop::open
  yield shop
@pytest.fixture(name="till")
def till_fixture(): ...
`,
    'tests/unit/test_shop.py': `
def test_open(shop): # //: uses tests/conftest.py::shop
  shop.open() # //: calls ~shop.py::Shop::open
def test_opened(opened, tmp_path): # //: uses tests/conftest.py::opened
  opened.open() # //: calls ~shop.py::Shop::open
class TestTill:
  def test_empty(self, till): ... # //: uses tests/conftest.py::till_fixture
def helper(shop): ...
def test_default(shop=None): ...
`,
    'test_above.py': 'def test_open(shop): ...\n',
  }));

test('the nearest fixture wins, and one may replace another of its name', () =>
  checkEdges({
    'tests/conftest.py': `
import pytest
@pytest.fixture
def app(): ...
@pytest.fixture
def db(): ...
`,
    'tests/api/conftest.py': `
from pytest import fixture
@fixture
def app(app): ... # //: uses tests/conftest.py::app
`,
    'tests/api/test_api.py': `
import pytest
def db(): ...
@pytest.fixture
def local(): ...
def test_app(app, local): ... # //: uses local, uses tests/api/conftest.py::app
def test_db(db): ... # //: uses tests/conftest.py::db
@pytest.mark.usefixtures("app") # //: uses tests/api/conftest.py::app
def test_marked(): ...
class TestOwn:
  @pytest.fixture
  def app(self): ...
  def test_it(self, app): ... # //: uses TestOwn::app
`,
  }));
