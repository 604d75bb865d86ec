/** Receivers in Python that come out of dictionaries, iterators and builtin functions. */
import { test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const REPO = `
class Repo:
    def save(self): pass
`;

test('a receiver may come out of a dictionary', () =>
  checkEdges({
    'repo.py': REPO,
    'main.py': `
from collections import defaultdict
from repo import Repo
def declared(repos: dict[str, Repo], **more: Repo): # //: type repo.py::Repo
    repos["a"].save() # //: calls repo.py::Repo::save
    repos.pop("a").save() # //: calls ~repo.py::Repo::save
    repos.setdefault("a", Repo()).save() # //: calls ~repo.py::Repo::save, new repo.py::Repo
    for key, one in repos.items():
        one.save() # //: calls ~repo.py::Repo::save
    more["a"].save() # //: calls repo.py::Repo::save
def made(keys):
    literal = {"a": Repo()} # //: new repo.py::Repo
    literal["a"].save() # //: calls repo.py::Repo::save
    by_key = {key: Repo() for key in keys} # //: new repo.py::Repo
    by_key["a"].save() # //: calls repo.py::Repo::save
    missing = defaultdict(Repo) # //: uses repo.py::Repo
    missing["a"].save() # //: calls repo.py::Repo::save
    for key in literal:
        key.save()
`,
  }));

test('a receiver may come out of a builtin function or a slice', () =>
  checkEdges({
    'repo.py': REPO,
    'main.py': `
from repo import Repo
def start(repos: list[Repo]): # //: type repo.py::Repo
    for number, one in zip([1], repos):
        one.save() # //: calls repo.py::Repo::save
        number.save()
    max(repos, key=len).save() # //: calls repo.py::Repo::save
    max(repos).save() # //: calls repo.py::Repo::save
    list(filter(None, repos))[0].save() # //: calls repo.py::Repo::save
    repos[1:][0].save() # //: calls repo.py::Repo::save
`,
  }));

test('a receiver may come out of an object that can be iterated or indexed', () =>
  checkEdges({
    'repo.py': REPO,
    'shelf.py': `
from repo import Repo
class Shelf:
    def __iter__(self): yield Repo() # //: new repo.py::Repo
    def __getitem__(self, index) -> Repo: ... # //: type repo.py::Repo
async def stream():
    yield Repo() # //: new repo.py::Repo
`,
    'main.py': `
from shelf import Shelf, stream
def start(shelf: Shelf): # //: type shelf.py::Shelf
    shelf[0].save() # //: calls repo.py::Repo::save
    for one in shelf:
        one.save() # //: calls ~repo.py::Repo::save
async def follow():
    async for one in stream(): # //: calls shelf.py::stream
        one.save() # //: calls ~repo.py::Repo::save
`,
  }));

test('a generic class with type arguments is the class', () =>
  checkEdges({
    'repo.py': `
from typing import Generic, TypeVar
T = TypeVar("T")
class Repo(Generic[T]): # //: uses T
    def __init__(self, first: T): pass # //: type T
    def save(self): pass
`,
    'main.py': `
from repo import Repo
repo = Repo[int](1) # //: new repo.py::Repo, uses repo.py::Repo
repo.save() # //: calls repo.py::Repo::save, uses repo
handlers = {}
def run(name):
    handlers[name]() # //: uses handlers
`,
  }));

test('a receiver may have a type variable with a bound, a new type or another name of a class', () =>
  checkEdges({
    'repo.py': `${REPO}
from typing import NewType, TypeVar
R = TypeVar("R", bound=Repo) # //: uses Repo
Late = TypeVar("Late", bound="Repo")
Main = NewType("Main", Repo) # //: uses Repo
Other = Repo # //: uses Repo
number = 1
`,
    'main.py': `
import repo as repos
from repo import Other, Main, number
def one(a: repos.R, b: repos.Late, c: Main, d: Other, e: number): # //: type repo.py::R, type repo.py::Late, type repo.py::Main, type repo.py::Other, type repo.py::number
    a.save() # //: calls repo.py::Repo::save
    b.save() # //: calls repo.py::Repo::save
    c.save() # //: calls repo.py::Repo::save
    d.save() # //: calls repo.py::Repo::save
    e.save()
`,
  }));
