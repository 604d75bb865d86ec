/** Go: packages of several files, receivers, embedding. Expectations stand behind `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

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
        func (c *Cart) First() (Item, error) { //: type cart/cart.go::Cart, type cart/item.go::Item
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
          item, err := cart.First() //: calls cart/more.go::First
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
        }
      `,
    }));
});
