/** Python's binding rules over whole projects: modules, re-exports, attributes, inheritance. */
import { describe, expect, test } from 'vitest';
import {
  checkEdges,
  importTargets,
  moduleTarget,
  resolveSources,
  type Sources,
} from '../helpers/check.ts';

describe('Python module specifiers', () => {
  const project: Sources = {
    'src/shop/__init__.py': '',
    'src/shop/cart.py': '',
    'src/shop/data/__init__.pyi': '',
    'src/shop/both.py': '',
    'src/shop/both.pyi': '',
    'tests/conftest.py': '',
    'tests/unit/test_cart.py': '',
    'tools/gen.py': '',
    'tools/shared.py': '',
    'spaced/inner/mod.py': '',
    'examples/app/pkg/__init__.py': '',
    'examples/app/pkg/views.py': '',
  };
  test.each([
    ['src/shop/cart.py', '.', 'src/shop/__init__.py'],
    ['src/shop/cart.py', '.both', 'src/shop/both.py'],
    ['src/shop/data/__init__.pyi', '..cart', 'src/shop/cart.py'],
    ['src/shop/cart.py', '.nothing', 'missing'],
    ['src/shop/cart.py', '.......x', 'missing'],
    ['src/shop/cart.py', 'shop.data', 'src/shop/data/__init__.pyi'],
    ['tests/unit/test_cart.py', 'shop.cart', 'src/shop/cart.py'],
    ['tests/unit/test_cart.py', 'conftest', 'tests/conftest.py'],
    ['tests/unit/test_cart.py', 'shop.nothing', 'missing'],
    // A package's own folder is no place where imports start.
    ['src/shop/cart.py', 'both', 'external'],
    ['tools/gen.py', 'shared', 'tools/shared.py'],
    ['tests/conftest.py', 'shared', 'external'],
    ['tests/conftest.py', 'spaced.inner.mod', 'spaced/inner/mod.py'],
    ['tests/conftest.py', 'pkg.views', 'examples/app/pkg/views.py'],
    ['tests/conftest.py', 'os.path', 'external'],
  ])('are resolved to files: %s: %s → %s', (from, specifier, target) => {
    expect(moduleTarget(project, from, specifier)).toBe(target);
  });
});

test('an imported Python name may be a module itself', async () => {
  const sources = {
    'app/__init__.py': 'from . import views\nfrom .models import User\n',
    'app/views.py': 'def index(): ...\n',
    'app/models.py': 'class User: ...\n',
    'run.py': 'from app import views, User, missing\n',
  };
  const targets = await importTargets(sources);
  expect(targets).toContain('app/__init__.py .views → app/views.py');
  expect(targets).toContain('run.py app → app/__init__.py');
});

test('Python names are resolved through packages, stars and aliases', () =>
  checkEdges({
    'lib/__init__.py': 'from .core import make as make\nfrom .more import *\nfrom . import core\n',
    'lib/core.py': 'def make(): ...\ndef only(): ...\n',
    'lib/more.py': 'def extra(): ...\n',
    'use.py': `
import lib
import lib.core
import lib.core as c
from lib import make, extra as more
make() # //: calls lib/core.py::make
more() # //: calls lib/more.py::extra
lib.make() # //: calls lib/core.py::make
lib.core.only() # //: calls lib/core.py::only
c.only() # //: calls lib/core.py::only
lib.nothing()
`,
    'star.py':
      'from lib import *\nmake() # //: calls lib/core.py::make\nextra() # //: calls lib/more.py::extra\n',
  }));

test('the first resolvable Python import wins', () =>
  checkEdges({
    'a.py':
      'try:\n  from fast import go\nexcept ImportError:\n  from slow import go\ngo() # //: calls slow.py::go\n',
    'slow.py': 'def go(): ...\n',
  }));

test('Python methods are found on self, super, classes and instances', () =>
  checkEdges({
    'base.py': `
class Base:
  def __init__(self): ...
  def run(self): ...
  @classmethod
  def make(cls): ...
`,
    'a.py': `
from base import Base
class Child(Base): # //: extends base.py::Base
  def __init__(self):
    super().__init__() # //: calls base.py::Base::__init__
    self.other = Base() # //: new base.py::Base
  def go(self):
    self.run() # //: calls base.py::Base::run
    self.other.run() # //: calls base.py::Base::run
    Base.run(self) # //: calls base.py::Base::run, uses base.py::Base
    Child.make() # //: calls base.py::Base::make, uses Child
`,
  }));

test('a name `default` passes through an import of all names', () =>
  checkEdges({
    'pkg/__init__.py': 'from .names import *\n',
    'pkg/names.py': 'def default(x): ...\n',
    'a.py': 'from pkg import default\ndefault(1) # //: calls pkg/names.py::default\n',
  }));

test('`super()` finds members of all bases in their order', () =>
  checkEdges({
    'a.py': `
class Base:
  def save(self): ...
  def load(self): return self
class Left(Base): # //: extends Base
  def show(self): ...
class Right(Base): # //: extends Base
  def save(self): ...
  @classmethod
  def make(cls): ...
class Child(Left, Right): # //: extends Left, extends Right
  def save(self):
    super().save() # //: calls Right::save
    super().load().save() # //: calls Base::load, calls Child::save
  def show(self):
    super().show() # //: calls Left::show
    super(Left, self).show() # //: uses Left
    super(Left, self).load() # //: calls Base::load, uses Left
  @classmethod
  def make(cls):
    super().make() # //: calls Right::make
`,
  }));

test('a class attribute with `__get__` has its result on objects', () =>
  checkEdges({
    'a.py': `
from typing import Generic, TypeVar, overload
T = TypeVar('T')
class Proxy:
  def put(self): ...
class FileField:
  def __get__(self, instance, owner):
    if instance is None:
      return self
    return Proxy() # //: new Proxy
  def validate(self): ...
class DataField:
  def __get__(self, instance, owner):
    if instance is None:
      return self
    return instance.data[self.name]
  def put(self): ...
class Typed(Generic[T]): # //: uses T
  @overload
  def __get__(self, obj: None, owner) -> Self: ...
  @overload
  def __get__(self, obj: object, owner) -> T: ... # //: type T
  def __get__(self, obj, owner): ...
class Document:
  file = FileField() # //: new FileField
  text = DataField() # //: new DataField
  proxy = Typed[Proxy]() # //: new Typed, uses Proxy, uses Typed
  def __init__(self): # it keeps the field
    self.field = FileField() # //: new FileField
  def save(self):
    self.file.put() # //: calls ~Proxy::put
    self.text.put()
    self.proxy.put() # //: calls Proxy::put
    self.field.validate() # //: calls FileField::validate
Document.file.validate() # //: calls FileField::validate, uses Document, uses Document::file
`,
  }));

test('a class with the name of a type of `typing` is the class', () =>
  checkEdges({
    'a.py': `
class Field: ...
class Container(Field): # //: extends Field
  def add(self): ...
class Names(Container[str]): # //: extends Container
  def fill(self, other: Container[int]): # //: type Container
    other.add() # //: calls Container::add
`,
  }));

test('a called Python decorator is a call; a bare one is a use', () =>
  checkEdges({
    'a.py': `
def deco(f): ...
def with_args(x): ...
@deco # //: uses deco
def f(): ...
@with_args(1) # //: decorates with_args
def g(): ...
`,
  }));

test('calls in Python annotations belong to what has the annotation', async () => {
  const { files, edges } = await resolveSources({
    'app.py':
      'from deps import Depends\ndef route(a: Annotated[dict, Depends(1)]): pass\nshared: Annotated[dict, Depends(2)] = {}\n',
    'deps.py': 'def Depends(f): pass\n',
  });
  const callers = edges.filter(({ kind }) => kind === 'calls').map(({ source }) => source);
  expect(callers.map((source) => files[0]?.declarations[source]?.name)).toEqual([
    'route',
    'shared',
  ]);
});

test('Python folders without an __init__ are packages as well', async () => {
  const sources = {
    'pkg/__init__.py': '',
    'pkg/test/helpers.py': 'def help(): pass\n',
    'ns/deep/tool.py': 'def run(): pass\n',
    'main.py': `
      import pkg.test.helpers
      from pkg.test import helpers
      from pkg import test
      import ns.deep.tool as tool
      from ns.deep import tool as other
      import ns.deep
      from ns import deep
      pkg.test.helpers.help() //: calls pkg/test/helpers.py::help
      helpers.help() //: calls pkg/test/helpers.py::help
      tool.run() //: calls ns/deep/tool.py::run
      other.run() //: calls ns/deep/tool.py::run
    `,
  };
  await checkEdges(sources);
  const { unresolved } = await resolveSources(sources);
  expect(unresolved).toEqual([]);
});

test('import * takes the names of __all__, and of two modules with one name the later', () =>
  checkEdges({
    'lib/__init__.py':
      'from .errors import *\nfrom .models import *\nfrom .old import *\nfrom .new import *\n',
    'lib/errors.py': '__all__ = ["Failed"]\nfrom lib import other as Model\nclass Failed: ...\n',
    'lib/models.py': '__all__ = ["Model"]\nclass Model: ...\ndef Failed(): ...\n',
    'lib/other.py': '',
    'lib/old.py': 'def pick(): ...\ndef _own(): ...\n',
    'lib/new.py': 'def pick(): ...\n',
    'run.py': `import lib
from lib.old import _own
def run():
    lib.Model() # //: new lib/models.py::Model
    lib.Failed() # //: new lib/errors.py::Failed
    lib.pick() # //: calls lib/new.py::pick
    lib._own()
    _own() # //: calls lib/old.py::_own
`,
  }));

test('a package of Python has its modules as attributes', () =>
  checkEdges({
    'lib/__init__.py': 'from .core import run\n',
    'lib/core.py': 'def run(): ...\ndef other(): ...\n',
    'lib/sub/__init__.py': 'class Model: ...\n',
    'run.py': `import lib
def go():
    lib.core.other() # //: calls lib/core.py::other
    lib.sub.Model() # //: new lib/sub/__init__.py::Model
class Own(lib.sub.Model): ... # //: extends lib/sub/__init__.py::Model
`,
  }));
