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

test('an extension of what is not of the project is found by its name; a namespace may be named from inside', () =>
  checkEdges({
    'Shop/Internal/Texts.cs': `
      namespace Shop.Internal {
        public static class Texts {
          public static string Cut(this string text, int at) => text;
          public static bool StartsWith(this string text, char with) => true;
        }
      }
    `,
    'Shop/Label.cs': `
      namespace Shop {
        using Internal;
        public class Label {
          public static explicit operator string(Label label) { return "long".Cut(1); } //: calls ~Shop/Internal/Texts.cs::Shop.Internal::Texts::Cut, type Shop::Label
          public bool IsOdd(string of) { return of.StartsWith("a") || of.Cut(2) == ""; } //: calls ~Shop/Internal/Texts.cs::Shop.Internal::Texts::Cut
        }
      }
    `,
  }));

test('what stands in a branch of #if is read where it stands', () =>
  checkEdges({
    'Shop/Item.cs': `
      #if !OLD
      using System;
      namespace Shop {
        public class Item {}
      }
      #endif
    `,
    'Shop/Cart.cs': `
      namespace Shop {
        public enum State {
          Open,
      #if !OLD
          Paid,
      #endif
          Sent
        }
        public class Cart : Item //: extends Shop/Item.cs::Shop::Item, type Shop/Item.cs::Shop::Item
      #if !OLD
          , IDisposable
      #endif
        {
          public int Total(int by) {
            if (by == 0) return 0;
      #if !OLD
            else if (by == 1) return Part(1); //: calls Shop::Cart::Part
      #endif
            else return Part(by); //: calls Shop::Cart::Part
          }
          private int Part(int by) { return by; }
        }
      }
    `,
  }));
