/** Python: types that no annotation beside the use states. Expectations follow `# //:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const CONN = `
class Conn:
  def send(self): ...
  def close(self): ...
`;

describe('a Python attribute', () => {
  test('has its declared type, whatever is assigned to it elsewhere', () =>
    checkEdges({
      'app.py': `
        from typing import Any
        class Connection:
            def close(self): ...
        class Http1(Connection): # //: extends Connection
            def close(self): ...
        class Http2(Connection): # //: extends Connection
            def close(self): ...
        class Pool:
            def __init__(self):
                self.open: Connection | None = None # //: type Connection
                self.any: Any = Http1() # //: new Http1
            def start(self):
                self.open = Http1() if self.any else Http2() # //: new Http1, new Http2
            def stop(self):
                self.open.close() # //: calls Connection::close
                self.any.close() # //: calls Http1::close
      `,
    }));

  test('has the values that methods assign, besides the one of the class body', () =>
    checkEdges({
      'a.py': `${CONN}
class Client:
  conn = None
  shared = None
  def __init__(self): self.conn = Conn() # //: new Conn
  @classmethod
  def get(cls):
    if cls.shared is None: cls.shared = Conn() # //: new Conn, uses Client::shared
    return cls.shared # //: uses Client::shared
  def go(self): self.conn.send() # //: calls Conn::send
def use(): Client.get().send() # //: calls Client::get, uses Client, calls ~Conn::send
`,
    }));

  test('is what a function declares that with yields', () =>
    checkEdges({
      'a.py': `${CONN}
from contextlib import AbstractContextManager, AbstractAsyncContextManager
def opened() -> AbstractContextManager[Conn]: ... # //: type Conn
def later() -> AbstractAsyncContextManager[Conn]: ... # //: type Conn
async def use():
  with opened() as conn: conn.send() # //: calls opened, calls Conn::send
  async with later() as conn: conn.close() # //: calls later, calls Conn::close
`,
    }));

  test('is narrowed by isinstance like a name', () =>
    checkEdges({
      'a.py': `${CONN}
class Box:
  def go(self):
    if isinstance(self.x, Conn): self.x.send() # //: uses Conn, calls Conn::send
    self.x.close()
`,
    }));
});

describe('a Python parameter without annotation', () => {
  test('has the type of its default', () =>
    checkEdges({
      'a.py': `${CONN}
def use(conn=Conn()): conn.send() # //: new Conn, calls Conn::send
def other(conn=None): conn.send()
`,
    }));

  test('has the type of the parameter in the method that is overridden', () =>
    checkEdges({
      'a.py': `${CONN}
class Base:
  def take(self, first, conn: Conn): ... # //: type Conn
  @staticmethod
  def hold(conn: Conn): ... # //: type Conn
class Child(Base): # //: extends Base
  def take(self, first, conn):
    conn.send() # //: calls ~Conn::send
    first.send()
  @staticmethod
  def hold(conn): conn.close() # //: calls ~Conn::close
`,
    }));

  test('of a lambda has the type of what the called function passes', () =>
    checkEdges({
      'a.py': `${CONN}
from typing import Callable
def each(n: int, f: Callable[[Conn], None]): ... # //: type Conn
def a(all: list[Conn]): return sorted(all, key=lambda one: one.send()) # //: type Conn, calls Conn::send
def b(all: list[Conn]): return list(map(lambda one: one.send(), all)) # //: type Conn, calls Conn::send
def c(all: list[Conn]): all.sort(key=lambda one: one.close()) # //: type Conn, calls Conn::close
def d(): each(1, lambda one: one.close()) # //: calls each, calls ~Conn::close
`,
    }));
});

test('isinstance narrows after a guard, beside and and or, and in comprehensions', () =>
  checkEdges({
    'a.py': `${CONN}
def guard(x):
  if not isinstance(x, Conn): # //: uses Conn
    return
  x.send() # //: calls Conn::send
def either(x): return isinstance(x, Conn) and x.send() # //: uses Conn, calls Conn::send
def neither(x): return not isinstance(x, Conn) or x.send() # //: uses Conn, calls Conn::send
def some(all): return [x.send() for x in all if isinstance(x, Conn)] # //: calls Conn::send, uses Conn
def unsure(x, y):
  if not isinstance(x, Conn) and y: # //: uses Conn
    return
  x.send()
def open_end(x):
  if not isinstance(x, Conn): # //: uses Conn
    print(x)
  x.send()
`,
  }));

test('type parameters of Python are bound by arguments, bases and annotations', () =>
  checkEdges({
    'a.py': `${CONN}
from typing import Generic, List, Type, TypeVar
T = TypeVar("T")
B = TypeVar("B", bound=Conn) # //: uses Conn
class Box(Generic[T]): # //: uses T
  def __init__(self, held: T): self.held = held # //: type T
  def get(self) -> T: ... # //: type T
class Conns(Box[Conn]): # //: extends Box, uses Conn
  def go(self): self.get().send() # //: calls Box::get, calls Conn::send
class Many(List[B]): # //: uses B
  def go(self):
    for one in self: one.send() # //: calls Conn::send
class New[U]:
  def get(self) -> U: ...
def same(x: T) -> T: return x # //: type T
def made(kind: Type[T]) -> T: ... # //: type T
def a(): same(Conn()).send() # //: calls same, new Conn, calls Conn::send
def b(): made(Conn).send() # //: calls made, uses Conn, calls Conn::send
def c(box: Box[Conn]): box.held.send() # //: type Box, type Conn, calls Conn::send
def d(): Box(Conn()).get().close() # //: new Box, new Conn, calls Box::get, calls Conn::close
def e(box: New[Conn]): box.get().close() # //: type New, type Conn, calls New::get, calls Conn::close
`,
  }));

test('an argument of Python that is a generator keeps the types of its own names', () =>
  checkEdges({
    'a.py': `${CONN}
def use(all: list[Conn]): return any(one.send() for one in all) # //: type Conn, calls Conn::send
`,
  }));

test('functions of the standard library that pass a value on keep its type', () =>
  checkEdges({
    'a.py': `${CONN}
import asyncio, copy, functools
def make(n) -> Conn: ... # //: type Conn
async def fetch() -> Conn: ... # //: type Conn
def a():
  later = functools.partial(make, 1) # //: uses make
  later().send() # //: calls make, calls Conn::send
def b(conn: Conn): copy.copy(conn).send() # //: type Conn, calls Conn::send
async def c():
  one, two = await asyncio.gather(fetch(), fetch()) # //: calls fetch
  two.send() # //: calls Conn::send
  task = asyncio.create_task(fetch()) # //: calls fetch
  (await task).close() # //: calls Conn::close
class D:
  @staticmethod
  def make(): ...
  def go(self): type(self).make() # //: calls D::make
  def again(self): return self.__class__()
`,
  }));

test('a value of Python that is assigned from itself keeps its type', () =>
  checkEdges({
    'node.py': `class Node:
    def next(self):
        return self
    def show(self): ...
class Tree:
    def child(self) -> Node: ... # //: type Node
def run(node: Node): # //: type Node
    node = node.next() # //: calls Node::next
    node.show() # //: calls Node::show
    other = Tree() # //: new Tree
    other = other.child() # //: calls Tree::child
    other.show() # //: calls Node::show
`,
  }));

test('operators of Python have the results of their methods', () =>
  checkEdges({
    'span.py': `class Span:
    def __and__(self, other) -> "Span": ...
    def __invert__(self) -> "Span": ...
    def __radd__(self, other) -> "Span": ...
    def show(self): ...
def run(a: Span, b: Span, spans: list[Span]): # //: type Span
    (a & ~b).show() # //: calls Span::show
    (1 + a).show() # //: calls Span::show
    for one in spans + []:
        one.show() # //: calls Span::show
`,
  }));

test('a variable of Python may be another name of a type with arguments', () =>
  checkEdges({
    'text.py': `from typing import Callable, Optional, Union
class Text:
    def copy(self): ...
TextType = Union[str, "Text"]
Maybe = Optional[TextType] # //: uses TextType
Maker = Callable[[], Text] # //: uses Text
New = str | Text # //: uses Text
`,
    'panel.py': `from text import Maker, Maybe, New
def run(title: Maybe, make: Maker, new: New): # //: type text.py::Maybe, type text.py::Maker, type text.py::New
    title.copy() # //: calls text.py::Text::copy
    make().copy() # //: calls text.py::Text::copy
    new.copy() # //: calls text.py::Text::copy
`,
  }));

test('of branches for type checkers and for versions of Python, the one that is taken counts', () =>
  checkEdges({
    'compat.py': `import sys
from typing import TYPE_CHECKING, Protocol
if TYPE_CHECKING:
    class Maker(Protocol):
        def __call__(self) -> "Made": ...
else:
    class Maker: ...
if sys.version_info >= (3, 11):
    def first(): ...
else:
    def first(): ...
class Made:
    def show(self): ...
`,
    'run.py': `from compat import Maker, first
def run(make: Maker): # //: type compat.py::Maker
    make().show() # //: calls compat.py::Made::show
    first() # //: calls compat.py::first
`,
  }));

test('names for old versions of Python are those of the newest', () =>
  checkEdges({
    'compat.py': `import sys
PY2 = sys.version_info.major == 2
if PY2: # //: uses PY2
    def first(): ...
else:
    def first(): ...
if not PY2: # //: uses PY2
    def second(): ...
else:
    def second(): ...
if sys.version_info.major == 2:
    def third(): ...
else:
    def third(): ...
`,
    'run.py': `from compat import first, second, third
first() # //: calls compat.py::first~2
second() # //: calls compat.py::second
third() # //: calls compat.py::third~2
`,
  }));

test('an instance of Python may be made without its constructor', () =>
  checkEdges({
    'item.py': `class Item:
    def show(self): ...
    @classmethod
    def make(cls):
        made = cls.__new__(cls)
        made.show() # //: calls Item::show
`,
  }));
