/** Python: values whose class follows from how they are made. Expectations follow `# //:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

describe('a method of Python that returns its own object', () => {
  test('gives the class that it is called on, by a type variable of its receiver', () =>
    checkEdges({
      'base.py': `from typing import TypeVar
T = TypeVar("T")
C = TypeVar("C", bound="Resource")
class Resource:
    async def __aenter__(self: T) -> T: # //: type T
        return self
    def bind(self: T) -> T: # //: type T
        return self
    def __call__(self: T) -> T: # //: type T
        return self.bind() # //: calls Resource::bind
    @classmethod
    def named(cls: type[C]) -> C: # //: type C
        return cls()
`,
      'stream.py': `from base import Resource
class Stream(Resource): # //: extends base.py::Resource
    def send(self): ...
async def run(stream: Stream): # //: type Stream
    async with stream as entered:
        entered.send() # //: calls Stream::send
    stream.bind().send() # //: calls base.py::Resource::bind, calls Stream::send
    bound = stream()
    bound.send() # //: calls Stream::send
    Stream.named().send() # //: uses Stream, calls base.py::Resource::named, calls Stream::send
`,
    }));

  test('gives the class that it is called on, by calling the class that it gets', () =>
    checkEdges({
      'key.py': `class Key:
    @classmethod
    def load(cls):
        key = cls()
        return key
class RsaKey(Key): # //: extends Key
    def sign(self): ...
def run():
    RsaKey.load().sign() # //: uses RsaKey, calls Key::load, calls RsaKey::sign
`,
    }));

  test('gives the class of a copy', () =>
    checkEdges({
      'box.py': `from copy import copy
class Box:
    def show(self): ...
    def again(self):
        other = copy(self)
        other.show() # //: calls Box::show
`,
    }));
});

describe('a value of Python that is unpacked', () => {
  test('has the fields of a named tuple, or the parts of a class that is a tuple', () =>
    checkEdges({
      'pair.py': `from typing import NamedTuple
class A:
    def a(self): ...
class B:
    def b(self): ...
class Named(NamedTuple):
    left: A # //: type A
    right: "B" = None
class Pair(tuple[A, B]): ... # //: uses A, uses B
def run(named: Named, pair: Pair): # //: type Named, type Pair
    left, right = named
    left.a() # //: calls A::a
    right.b() # //: calls B::b
    first, second = pair
    first.a() # //: calls A::a
    second.b() # //: calls B::b
`,
    }));
});

describe('a variable of Python', () => {
  test('has the type of a comment behind its value', () =>
    checkEdges({
      'a.py': `class Field:
    def show(self): ...
class Schema:
    def __init__(self):
        self.fields = {}  # type: dict[str, Field]
        self.other = Field()  # type: ignore # //: new Field
    def run(self):
        for name, field in self.fields.items():
            field.show() # //: calls ~Field::show
        self.other.show() # //: calls Field::show
`,
    }));

  test('is what a decorator makes of the function of its name', () =>
    checkEdges({
      'a.py': `from functools import singledispatch
def convert(value): ...
convert = singledispatch(convert) # //: uses convert
def run():
    convert(1) # //: calls convert
`,
    }));

  test('is declared by the branch for type checkers', () =>
    checkEdges({
      'a.py': `from typing import TYPE_CHECKING, Annotated, TypeVar
class Item:
    def show(self): ...
if TYPE_CHECKING:
    T = TypeVar("T")
    Query = Annotated[T, 1] # //: uses T
else:
    Query = make()
def run(item: Query[Item]): # //: type Query, type Item
    item.show() # //: calls Item::show
`,
    }));

  test('names a type if its annotation says so', () =>
    checkEdges({
      'a.py': `from typing import TypeAlias
class _Left:
    def go(self): ...
Either: TypeAlias = "_Left | None"
def run(one: Either, other: "_Left", kind: type["_Left | int"]): # //: type Either
    one.go() # //: calls _Left::go
    other.go() # //: calls _Left::go
    kind().go() # //: calls _Left::go
`,
    }));

  test('may be an attribute that a class method assigns', () =>
    checkEdges({
      'a.py': `class Lock:
    def acquire(self): ...
class Bar:
    @classmethod
    def set(cls):
        cls.lock = Lock() # //: new Lock
    def run(self):
        self.lock.acquire() # //: calls Lock::acquire
`,
    }));

  test('may be what a manager of the standard library wraps', () =>
    checkEdges({
      'a.py': `from contextlib import closing
class Stream:
    def read(self): ...
def run():
    with closing(Stream()) as stream: # //: new Stream
        stream.read() # //: calls Stream::read
`,
    }));
});

test('a name of Python is that of the scope outside until a class body binds it', () =>
  checkEdges({
    'a.py': `def hook(function): ...
class Schema:
    @hook # //: uses hook
    def hook(self): ...
`,
  }));

test('what an except clause of Python imports is a fallback', () =>
  checkEdges({
    'a.py': `def show(): ...
`,
    'b.py': `def show(): ...
`,
    'use.py': `try:
    import notebook
except ImportError:
    from a import show
else:
    from b import show
show() # //: calls b.py::show
`,
  }));

test('names that a pattern of Python binds are known in its clause', () =>
  checkEdges({
    'shapes.py': `class Point:
    def go(self): ...
class Circle:
    center: Point # //: type Point
    def __init__(self, radius: Point): ... # //: type Point
    def roll(self): ...
class Square:
    def turn(self): ...
`,
    'a.py': `import shapes
from shapes import Circle, Point
def run(shape, other, pairs: list[Point]): # //: type shapes.py::Point
    match shape:
        case Circle(radius, center=middle) if shape.roll(): # //: uses shapes.py::Circle, calls shapes.py::Circle::roll
            radius.go() # //: calls ~shapes.py::Point::go
            middle.go() # //: calls shapes.py::Point::go
            shape.roll() # //: calls shapes.py::Circle::roll
        case shapes.Square() as square: # //: uses shapes.py::Square
            square.turn() # //: calls shapes.py::Square::turn
        case [Point() as first, *rest]: # //: uses shapes.py::Point
            first.go() # //: calls shapes.py::Point::go
            shape.go()
        case Circle() | 1: # //: uses shapes.py::Circle
            shape.roll()
    match other.shape, pairs:
        case Circle(), [one]: # //: uses shapes.py::Circle
            one.go() # //: calls shapes.py::Point::go
`,
  }));

test('a Python function without annotations returns what a call passes, if it returns a parameter', () =>
  checkEdges({
    'views.py': `
class View:
  def run(self): ...
class Other:
  def run(self): ...
def make(view_class, request=None, *rest):
  view = view_class()
  view.request = request
  return view
def either(first, second=Other()): # //: new Other
  return second or first
class Box:
  def keep(self, item):
    return item
make(View).run() # //: calls make, uses View, calls ~View::run
make(Other).run() # //: calls make, uses Other, calls ~Other::run
either(None).run() # //: calls either, calls ~Other::run
Box().keep(View()).run() # //: new Box, calls Box::keep, new View, calls ~View::run
make(unknown).run() # //: calls make
`,
  }));

test('a Python class that inherits its context manager from a package gives itself', () =>
  checkEdges({
    'a.py': `
from sqlalchemy.orm import Session as Base
class Session(Base):
  def exec(self): ...
class Pool:
  def __enter__(self):
    return unknown()
  def exec(self): ...
with Session() as session: # //: new Session
  session.exec() # //: calls ~Session::exec
async def later():
  async with Session() as session: # //: new Session
    session.exec() # //: calls ~Session::exec
with Pool() as pool: # //: new Pool
  pool.exec()
`,
  }));

test('Python finds a member of a diamond of classes in the order in which Python looks it up', () =>
  checkEdges({
    'a.py': `
class Commands:
  def search(self): ...
  def stop(self): ...
class Search(Commands): # //: extends Commands
  def stop(self): ...
class Later(Commands): # //: extends Commands
  def search(self): ...
  def stop(self): ...
class LaterSearch(Search, Later): ... # //: extends Search, extends Later
LaterSearch().search() # //: new LaterSearch, calls Later::search
LaterSearch().stop() # //: new LaterSearch, calls Search::stop
`,
  }));
