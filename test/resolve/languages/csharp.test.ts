/** C#: namespaces, extension methods, LINQ. Expectations follow `//:`. */
import { expect, test } from 'vitest';
import { checkEdges, resolveSources } from '../../helpers/check.ts';

test('C# names are visible through using directives and enclosing namespaces, members through their types', () =>
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

test('a C# extension of an external type is found by name, and a namespace can be named from inside', () =>
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

test('C# code in a branch of #if is read in its place', () =>
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
        public class Gift :
      #if !OLD
          IDisposable,
      #endif
          Item //: extends Shop/Item.cs::Shop::Item, type Shop/Item.cs::Shop::Item
        {
          public void Wrap() { Wrap(); } //: calls Shop::Gift::Wrap
        }
      }
    `,
  }));

test("parts of a C# type share their members across files, and the part in the file with the type's name represents it", () =>
  checkEdges({
    'Shop/Cart.cs': `
      namespace Shop {
        public partial class Cart : Cart.IPriced { //: implements Shop/Cart.Prices.cs::Cart::IPriced, type Shop/Cart.Prices.cs::Cart::IPriced
          private int _count;
          public int Total() => Price() * Base(); //: calls Shop/Cart.Prices.cs::Cart::Price, calls Shop/Base.cs::Shop::Basket::Base
          public static Cart Make() => new Cart(); //: type Shop::Cart, new Shop::Cart
        }
        public partial class Sum<T> { void All() { Price(); } }
      }
    `,
    'Shop/Cart.Prices.cs': `
      namespace Shop;
      partial class Cart : Basket { //: extends Shop/Base.cs::Shop::Basket, type Shop/Base.cs::Shop::Basket
        public interface IPriced { }
        public int Price() => _count; //: uses Shop/Cart.cs::Shop::Cart::_count
      }
    `,
    'Shop/Base.cs': `
      namespace Shop {
        public class Basket { protected int Base() => 1; }
        public partial class Sum { void Price() { _count.ToString(); } }
      }
    `,
    'App/Main.cs': `
      using Shop;
      namespace App {
        class Main {
          void Run(Cart cart) { //: type Shop/Cart.cs::Shop::Cart
            cart.Price(); //: calls Shop/Cart.Prices.cs::Cart::Price
            Cart.Make().Total(); //: uses Shop/Cart.cs::Shop::Cart, calls Shop/Cart.cs::Shop::Cart::Make, calls Shop/Cart.cs::Shop::Cart::Total
          }
        }
      }
    `,
  }));

test('members of a C# type in a using static directive are visible without qualification', () =>
  checkEdges({
    'Shop/Texts.cs': `
      namespace Shop {
        public static class Texts { public static string Cut(string text) => text; }
      }
    `,
    'App/Label.cs': `
      namespace App {
        using static Shop.Texts;
        class Label {
          string Short(string text) => Cut(text) + Own(text); //: calls Shop/Texts.cs::Shop::Texts::Cut, calls App::Label::Own
          string Own(string text) => text;
        }
      }
    `,
    'Shop/Inside.cs': `
      namespace Shop.Parts {
        using static Texts;
        class Inside { string Short(string text) => Cut(text); } //: calls Shop/Texts.cs::Shop::Texts::Cut
      }
    `,
  }));

test('a C# base with the name of its derived type resolves to another type', () =>
  checkEdges({
    'Rule.cs': `
      class Rule { public int Check() => 1; }
      class Rule<T> : Rule { //: extends Rule, type Rule
        int Twice() => Check() * 2; //: calls Rule::Check
      }
    `,
  }));

test('a C# extension that duplicates a member from elsewhere is not found by name', () =>
  checkEdges({
    'Shop/Types.cs': `
      namespace Shop {
        static class Types {
          public static bool IsAssignableFrom(this Type type, Type other) => true;
          public static string Concat(this Expression one, Expression other) => "";
          public static bool IsNumber(this Type type) => true;
          public static string GetMember(this LambdaExpression of) => "";
        }
        class Use {
          bool Run(object one, object two) {
            one.GetType().IsAssignableFrom(two.GetType());
            Names().Concat(Names()); //: calls Shop::Use::Names
            one.GetType().IsNumber(); //: calls ~Shop::Types::IsNumber
            return one.Body.GetMember(); //: calls ~Shop::Types::GetMember
          }
          string[] Names() => null;
        }
      }
    `,
  }));

test('a C# namespace that only comments use makes no import edge', async () => {
  const { edges } = await resolveSources({
    'Shop/Item.cs': 'namespace Shop { public class Item {} }',
    'Shop/Other.cs': 'namespace Shop { public class Other {} }',
    'App/Use.cs': `
      using Shop;
      namespace App {
        /// <summary>See <see cref="Item"/>.</summary>
        class Use { Other other; }
      }
    `,
  });
  const imports = edges.filter(({ kind }) => kind === 'imports');
  expect(imports.map((edge) => [edge.sourceFile, edge.targetFile])).toEqual([[0, 2]]);
  expect(edges.some(({ kind, targetFile }) => kind === 'mentions' && targetFile === 1)).toBe(true);
});
