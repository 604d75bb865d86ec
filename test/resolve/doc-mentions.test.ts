/** What doc comments name, in the syntax of each language's documentation tool. */
import { expect, test } from 'vitest';
import { resolveSources, type Sources } from '../helpers/check.ts';

/** `line source → target`, sorted. */
async function mentionsIn(sources: Sources): Promise<readonly string[]> {
  const { edges, files } = await resolveSources(sources);
  const idOf = (file: number, index: number): string =>
    files[file]?.declarations[index]?.id ?? files[file]?.path ?? '';
  return edges
    .filter(({ kind }) => kind === 'mentions')
    .map((edge) => {
      const source = idOf(edge.sourceFile, edge.source);
      const evidence = edge.evidence === 'exact' ? '' : '~';
      return `${edge.line} ${source} → ${evidence}${idOf(edge.targetFile, edge.target)}`;
    })
    .sort();
}

test('JSDoc links resolve to names in scope, then to members of the enclosing class', async () => {
  const cart = `
/** Holds an {@link Item}; see {@link Cart.empty}, {@linkcode Item#price | its price}. */
export class Cart {
  /**
   * Like {@link addAll},
   * but for {@link Missing} and {@link https://example.com}.
   * @see Item
   * @see helper for all else
   */
  add(item: Item) {}
  addAll() {}
  static empty() { return new Cart(); }
}
function helper() {}
`;
  const sources = {
    'cart.ts': `import { Item } from './item';${cart}`,
    'item.ts': 'export class Item { price = 1; }\n',
    // Of the same name, and in no scope of the comment.
    'other.ts': 'export class Missing {}\nexport function addAll() {}\n',
  };
  expect(await mentionsIn(sources)).toEqual([
    '2 cart.ts::Cart → cart.ts::Cart::empty',
    '2 cart.ts::Cart → item.ts::Item',
    '2 cart.ts::Cart → item.ts::Item::price',
    '5 cart.ts::Cart::add → cart.ts::Cart::addAll',
    '7 cart.ts::Cart::add → item.ts::Item',
  ]);
});

test('a comment that names its own symbol makes no edge', async () => {
  expect(
    await mentionsIn({ 'a.ts': '/** {@link pay} pays. */\nexport function pay() {}\n' }),
  ).toEqual([]);
});

test('docstring roles resolve to names in scope, members of the enclosing class, or full paths', async () => {
  const sources = {
    'shop/cart.py': `
from .item import Item

class Base:
    limit = 3

class Cart(Base):
    """Holds :class:\`Item\`.

    Up to :attr:\`limit\`; see :func:\`~shop.pay.charge\` and :meth:\`the price <Item.price>\`.
    Not :class:\`!Base\`, :func:\`unknown\` or :class:\`str\`.
    """
    def add(self, item):
        """Like :meth:\`add_all\`, raises :exc:\`shop.pay.Refused\`."""
    def add_all(self): ...
`,
    'shop/item.py': 'class Item:\n    def price(self): ...\n',
    'shop/pay.py': 'def charge(): ...\nclass Refused(Exception): ...\ndef unknown_to_cart(): ...\n',
    'shop/__init__.py': '',
  };
  expect(await mentionsIn(sources)).toEqual([
    '10 shop/cart.py::Cart → shop/cart.py::Base::limit',
    '10 shop/cart.py::Cart → shop/item.py::Item::price',
    '10 shop/cart.py::Cart → shop/pay.py::charge',
    '14 shop/cart.py::Cart::add → shop/cart.py::Cart::add_all',
    '14 shop/cart.py::Cart::add → shop/pay.py::Refused',
    '8 shop/cart.py::Cart → shop/item.py::Item',
  ]);
});

test('rustdoc links resolve paths, self, and link definitions', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs': 'pub mod cart;\npub mod pay;\n',
    'src/pay.rs':
      'pub struct Receipt;\nimpl Receipt { pub fn total(&self) -> u32 { 1 } }\npub fn split() {}\n',
    'src/cart.rs': `use crate::pay::Receipt;
/// Gives a [\`Receipt\`], see [its total](crate::pay::Receipt::total) and [\`split\`].
///
/// \`\`\`
/// # [Receipt]
/// \`\`\`
/// [\`split\`]: super::pay::split
pub struct Cart { items: u32 }
impl Cart {
  /// Not [\`items\`], but [\`Self::len\`] and [Cart::len()](Cart::len).
  pub fn add(&self) {}
  pub fn len(&self) {}
}
fn split() {}
`,
  };
  expect(await mentionsIn(sources)).toEqual([
    '10 src/cart.rs::Cart::add → src/cart.rs::Cart::len',
    '10 src/cart.rs::Cart::add → src/cart.rs::Cart::len',
    '2 src/cart.rs::Cart → src/pay.rs::Receipt',
    '2 src/cart.rs::Cart → src/pay.rs::Receipt::total',
    '7 src/cart.rs::Cart → src/pay.rs::split',
  ]);
});

test('Javadoc and KDoc links resolve members and full names, but not parameters', async () => {
  const sources = {
    'shop/Cart.java': `package shop;
import shop.pay.Receipt;
/** Gives {@link Receipt#total(int) totals}, {@link shop.pay.Refused} and {@link #add}. */
class Cart {
  /** @see #items */
  void add() {}
  int items;
}
`,
    'shop/pay/Receipt.java':
      'package shop.pay;\npublic class Receipt { public int total(int n) { return n; } }\n',
    'shop/pay/Refused.java': 'package shop.pay;\npublic class Refused {}\n',
    'shop/Kiosk.kt': `package shop
/** Like [Cart.add] or [the receipt][shop.pay.Receipt], not [a link](https://example.com). */
fun sell(add: Int) {}
/** Sells [add] with [sell]. */
fun more(add: Int) {}
fun add() {}
`,
  };
  expect(await mentionsIn(sources)).toEqual([
    '2 shop/Kiosk.kt::sell → shop/Cart.java::Cart::add',
    '2 shop/Kiosk.kt::sell → shop/pay/Receipt.java::Receipt',
    '3 shop/Cart.java::Cart → shop/Cart.java::Cart::add',
    '3 shop/Cart.java::Cart → shop/pay/Receipt.java::Receipt::total',
    '3 shop/Cart.java::Cart → shop/pay/Refused.java::Refused',
    '4 shop/Kiosk.kt::more → shop/Kiosk.kt::sell',
    '5 shop/Cart.java::Cart::add → shop/Cart.java::Cart::items',
  ]);
});

test.each([
  [
    'shop.go',
    'package shop\n// Add is like [Cart.Add]; [pay] and []Cart are none, [Cart] is.\nfunc Add() {}\ntype Cart struct{}\nfunc (c *Cart) Add() {}\nfunc pay() {}\n',
    ['2 shop.go::Add → shop.go::Cart', '2 shop.go::Add → shop.go::Cart::Add'],
  ],
  [
    'Shop.cs',
    'namespace Shop;\nclass Cart<T> {\n  /// <summary>Like <see cref="Remove(int)"/> of <see cref="Cart{T}"/>.</summary>\n  void Add() {}\n  void Remove(int n) {}\n}\n',
    ['3 Shop.cs::Cart::Add → Shop.cs::Cart', '3 Shop.cs::Cart::Add → Shop.cs::Cart::Remove'],
  ],
  [
    'shop.cpp',
    '/** Calls @ref Cart::add, see \\ref pay(). */\nvoid sell() {}\nvoid pay() {}\nclass Cart { public: void add(); };\n',
    ['1 shop.cpp::sell → shop.cpp::Cart::add', '1 shop.cpp::sell → shop.cpp::pay'],
  ],
  [
    'shop.php',
    '<?php\nnamespace Shop;\nclass Cart {\n  /** {@see Cart::pay()} and @see self::pay() */\n  function add() {}\n  function pay() {}\n}\n',
    ['4 shop.php::Cart::add → shop.php::Cart::pay'],
  ],
  [
    'Shop.swift',
    '/// Holds ``Item``s, see ``Item/price(_:)``.\nclass Cart {}\nclass Item { func price(_ n: Int) {} }\n',
    ['1 Shop.swift::Cart → Shop.swift::Item', '1 Shop.swift::Cart → Shop.swift::Item::price'],
  ],
  [
    'shop.rb',
    '# Holds {Item}, see {Item#price} and {#add}.\nclass Cart\n  def add; end\nend\nclass Item\n  def price; end\nend\n',
    [
      '1 shop.rb::Cart → shop.rb::Cart::add',
      '1 shop.rb::Cart → shop.rb::Item',
      '1 shop.rb::Cart → shop.rb::Item::price',
    ],
  ],
  [
    'Shop.scala',
    '/** Holds [[Item]]s, see [[Item.price the price]]. */\nclass Cart\nclass Item { def price = 1 }\n',
    ['1 Shop.scala::Cart → Shop.scala::Item', '1 Shop.scala::Cart → Shop.scala::Item::price'],
  ],
])('links in the doc comments of %s resolve to symbols', async (path, text, expected) => {
  expect(await mentionsIn({ [path]: text })).toEqual(expected);
});
