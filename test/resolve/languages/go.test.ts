/** Go: packages of several files, receivers, embedding. Expectations follow `//:`. */
import { describe, expect, test } from 'vitest';
import { checkEdges, extractText } from '../../helpers/check.ts';

const MODULE = { 'go.mod': 'module example.com/shop\n' };

describe('packages of Go', () => {
  test('share names among the files of a folder; others import them by module path', () =>
    checkEdges({
      ...MODULE,
      'cart/cart.go': `
        package cart
        type Cart struct { items []Item } //: type cart/item.go::Item
        func New() *Cart { return &Cart{items: load()} } //: type Cart, calls cart/item.go::load
        func (c *Cart) Total() int { //: type Cart
          total := 0
          for _, item := range c.items { total += item.Price() } //: calls cart/item.go::Item::Price
          return total
        }
      `,
      'cart/item.go': `
        package cart
        type Item struct { price int }
        func (i Item) Price() int { return i.price } //: type Item
        func load() []Item { return nil } //: type Item
      `,
      'cart/more.go': `
        package cart
        func (c *Cart) First() (Item, error) { //: receiver cart/cart.go::Cart, type cart/item.go::Item
          return c.items[0], nil
        }
      `,
      'main.go': `
        package main
        import (
          "fmt"
          shop "example.com/shop/cart"
        )
        func main() {
          cart := shop.New() //: calls cart/cart.go::New
          fmt.Println(cart.Total()) //: calls cart/cart.go::Cart::Total
          item, err := cart.First() //: calls cart/more.go::Cart::First
          item.Price() //: calls cart/item.go::Item::Price
          _ = err
          var other shop.Cart //: type cart/cart.go::Cart
          other.Total() //: calls cart/cart.go::Cart::Total
        }
      `,
    }));
});

describe('types of Go', () => {
  test('are resolved through embedding, interfaces, defined types and assertions', () =>
    checkEdges({
      ...MODULE,
      'a.go': `
        package a
        type Closer interface { Close() }
        type Base struct{} //: implements Closer
        func (b *Base) Close() {} //: type Base
        type File struct { Base; name Name } //: extends Base, implements Closer, type Base, type Name
        type Name string
        func (n Name) Upper() Name { return n } //: type Name
        type Files []*File //: type File
        func (f Files) Len() int { return len(f) } //: type Files
        func use(c Closer, any interface{}, files Files) { //: type Closer, type Files
          c.Close() //: calls Closer::Close
          file := &File{} //: type File
          file.Close() //: calls Base::Close
          file.name.Upper().Upper() //: calls Name::Upper
          files.Len() //: calls Files::Len
          files[0].Close() //: calls Base::Close
          if f, ok := any.(*File); ok { f.Close() } //: type File, calls Base::Close
          switch v := any.(type) {
          case *File: v.Close() //: type File, calls Base::Close
          case Closer: v.Close() //: type Closer, calls Closer::Close
          }
          run := func(f *File) { f.Close() } //: type File, calls Base::Close
          run(file)
          once := sync.OnceValue(func() *File { return &File{} }) //: type File
          once().Close() //: calls Base::Close
        }
      `,
    }));
});

describe('a conversion in Go', () => {
  test('uses its type and calls nothing; its result has the methods of the type', () =>
    checkEdges({
      ...MODULE,
      'a.go': `
        package a
        type Name string
        func (n Name) Upper() Name { return n } //: type Name
        type Box struct{} //: implements Opener
        func (b *Box) Open() {} //: type Box
        type Opener interface { Open() }
        var _ Opener = (*Box)(nil) //: type Opener, type Box
        func use(text string, other *Other, opener Opener) { //: type Opener, type Other
          _ = Name(text) //: type Name
          Name(text).Upper() //: type Name, calls Name::Upper
          (*Box)(other).Open() //: type Box, calls Box::Open
          Box(*other).Open() //: type Box, calls Box::Open
          box := (*Box)(other) //: type Box
          box.Open() //: calls Box::Open
          Opener(box).Open() //: type Opener, calls Opener::Open
        }
        type Other struct{} 
      `,
    }));

  test('may name a type of another package', () =>
    checkEdges({
      ...MODULE,
      'shop/shop.go': `
        package shop
        type Name string
        func (n Name) Upper() Name { return n } //: type Name
        type Box struct{}
        func (b *Box) Open() {} //: type Box
      `,
      'a.go': `
        package a
        import "example.com/shop/shop"
        func use(text string, other any) {
          shop.Name(text).Upper() //: type shop/shop.go::Name, calls shop/shop.go::Name::Upper
          (*shop.Box)(nil).Open() //: type shop/shop.go::Box, uses shop/shop.go::Box, calls shop/shop.go::Box::Open
        }
      `,
    }));
});

describe('values in Go', () => {
  test('have the types of unnamed structs, of built-in results and of pointers to expressions', () =>
    checkEdges({
      ...MODULE,
      'a.go': `
        package a
        type Box struct{}
        func (b *Box) Open() {} //: type Box
        func made() Box { return Box{} } //: type Box
        func use() {
          for _, test := range []struct { name string; box *Box }{} { //: type Box
            test.box.Open() //: calls Box::Open
          }
          tests := map[string]struct { boxes []Box }{} //: type Box
          tests["a"].boxes[0].Open() //: calls Box::Open
          var state struct { inner struct { box Box } } //: type Box
          state.inner.box.Open() //: calls Box::Open
          new(made()).Open() //: calls made, calls Box::Open
          new(Box).Open() //: type Box, calls Box::Open
          box := new(Box{}) //: type Box
          box.Open() //: calls Box::Open
        }
      `,
    }));
});

test('Go functions are called with type arguments in brackets', () =>
  checkEdges({
    ...MODULE,
    'a/a.go': `
      package a
      type Box struct{}
      func (b *Box) Open() {} //: type Box
      func Make[T any](value T) *Box { return nil } //: type Box
      func pair[K comparable, V any](key K, value V) *Box { return nil } //: type Box
      func use(handlers []func(int) *Box, at int) { //: type Box
        Make[int](1).Open() //: calls Make, calls Box::Open
        pair[int, Box](1, Box{}).Open() //: calls pair, type Box, calls Box::Open
        handlers[at](1).Open() //: calls Box::Open
      }
    `,
    'b/b.go': `
      package b
      import "example.com/shop/a"
      func use() {
        box := a.Make[int](1) //: calls a/a.go::Make
        box.Open() //: calls a/a.go::Box::Open
      }
    `,
  }));

test('a Go variable may have the name of the package that its value comes from', () =>
  checkEdges({
    ...MODULE,
    'cache/cache.go': `
      package cache
      type Cache struct{}
      func (c *Cache) Get() {} //: type Cache
      func New() *Cache { return nil } //: type Cache
      func All() []*Cache { return nil } //: type Cache
    `,
    'b/b.go': `
      package b
      import "example.com/shop/cache"
      func use() {
        for _, cache := range cache.All() { //: calls cache/cache.go::All
          cache.Get() //: calls cache/cache.go::Cache::Get
        }
        cache := cache.New() //: calls cache/cache.go::New
        cache.Get() //: calls cache/cache.go::Cache::Get
      }
    `,
  }));

test.each([
  ...['1', '"x"', '`a`', "'a'", '-1', '!ok', '&x', 'a+b', 'a == b', '(1)', 'time.Second * 2'],
  ...['made()', 'a.b.c()', 'int64(3)', 'x[0]', 'x.(T)', 'Box{}', 'shop.Box{X: 1}', '[]int{1}'],
  ...['func() int { return 1 }()', 'true', 'int', 'shop.Box', 'Box[int]', 'List[shop.Box, []int]'],
  ...['*Box', '[]int', '[2]*Box', 'map[string][]Box', 'chan<- int', 'func(a int) (b string)'],
  ...['struct { a int }', 'interface{}', 'map[string]struct{}', '(*Box)', '[]func()'],
])('new(%s) of Go is understood', async (argument) => {
  const text = `package a\n\nfunc f() {\n\tuse(new(${argument}), 1)\n}\n`;
  expect((await extractText('a.go', text)).diagnostics).toEqual([]);
});
