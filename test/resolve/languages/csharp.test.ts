/** C#: namespaces, extension methods, LINQ. Expectations stand behind `//:`. */
import { test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

test('namespaces are visible by using and from inside, types by their members', () =>
  checkEdges({
    'Shop/Item.cs': `
      namespace Shop.Model {
        public interface IPriced { int Price(); }
        public class Item : IPriced { //: implements Shop.Model::IPriced, type Shop.Model::IPriced
          public Item Next { get; set; } //: type Shop.Model::Item
          public int Price() => 1;
          public static Item Make() => new Item(); //: type Shop.Model::Item, new Shop.Model::Item
        }
      }
    `,
    'Shop/Cart.cs': `
      using System.Linq;
      using Shop.Model;
      namespace Shop;
      public class Cart {
        private readonly List<Item> _items = new(); //: type Shop/Item.cs::Shop.Model::Item
        public int Total() {
          var made = Item.Make(); //: uses Shop/Item.cs::Shop.Model::Item, calls Shop/Item.cs::Shop.Model::Item::Make
          made.Next.Price(); //: calls Shop/Item.cs::Shop.Model::Item::Price
          foreach (var item in _items) item.Price(); //: uses Cart::_items, calls Shop/Item.cs::Shop.Model::Item::Price
          _items.Where(one => one.Price() > 1).First().Price(); //: uses Cart::_items, calls Shop/Item.cs::Shop.Model::Item::Price
          made.Twice(); //: calls Shop/Extensions.cs::Extensions::Twice
          return Other(); //: calls Cart::Other
        }
        private int Other() => this.Total(); //: calls Cart::Total
      }
    `,
    'Shop/Extensions.cs': `
      namespace Shop;
      using Shop.Model;
      public static class Extensions {
        public static int Twice(this Item item) => item.Price() * 2; //: type Shop/Item.cs::Shop.Model::Item, calls Shop/Item.cs::Shop.Model::Item::Price
      }
    `,
  }));
