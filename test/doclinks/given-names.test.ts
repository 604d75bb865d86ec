/** Names that exports give, modules by their dotted names, and values of modules as a whole. */
import { expect, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { mentionedBy, targetsOf } from './page-edges.ts';

const PYTHON = {
  'shop/__init__.py':
    'from shop._till import open_till as till\nfrom shop.stock import Cart as Basket\nfrom shop import stock\n',
  'shop/_till.py': 'def open_till():\n    pass\n',
  'shop/stock.py': 'class Cart:\n    def add(self, item):\n        pass\n',
  'shop/testing.py': 'class Spy:\n    pass\n',
  'shop/levels.py': 'from shop._till import open_till\nfrom shop import again as more\n',
  'shop/again.py': 'from shop.levels import more\n',
  'docs/conf.py': 'project = "shop"\n',
};

test.each([
  ['a name that a package gives', '`shop.till()`', ['shop/_till.py::open_till']],
  ['a member of one', '`shop.Basket.add`', ['shop/stock.py::Cart::add']],
  ['a decorator', '`@shop.till`', ['shop/_till.py::open_till']],
  ['what a module takes from another', '`shop.levels.open_till`', ['shop/_till.py::open_till']],
  ['a module', '`shop.stock`', ['shop/stock.py']],
  ['a package in a package', '`shop.stock.Cart`', ['shop/stock.py::Cart']],
  [
    'a module of a package that is called as tests are',
    '`shop.testing.Spy`',
    ['shop/testing.py::Spy'],
  ],
  ['a module of the pages themselves', '`conf.project`', []],
  ['a name that is its own', '`shop.again.more`', []],
  ['what is shown and what is meant', '`the cart <shop.stock.Cart>`', ['shop/stock.py::Cart']],
  ['a context', '`with shop.till() as t:`', ['shop/_till.py::open_till']],
  ['what is set', '`shop.Basket = 1`', ['shop/stock.py::Cart']],
])('a Python name resolves: %s', async (_, page, expected) => {
  expect(await targetsOf(PYTHON, page)).toEqual(expected);
});

const SCRIPT = {
  'package.json': '{ "name": "shop", "main": "lib/shop.js" }\n',
  'lib/shop.js':
    "class Store {\n  open() {}\n}\nmodule.exports = Store;\nmodule.exports.extra = require('./extra.js');\n",
  'lib/extra.js': 'function hidden() {}\nmodule.exports = { shown: hidden };\n',
};
const REQUIRED =
  "```js\nconst Shop = require('shop');\nconst shop = new Shop();\nshop.open();\n```\n\n";

test.each([
  ['a module that is a class', `${REQUIRED}\`new Shop()\``, ['lib/shop.js::Store']],
  ['a member of an instance', `${REQUIRED}\`shop.open()\``, ['lib/shop.js::Store::open']],
])('a JavaScript name resolves: %s', async (_, page, expected) => {
  expect(await targetsOf(SCRIPT, page)).toEqual(expected);
});

const VALUE = {
  'package.json': '{ "name": "shop", "main": "src/index.ts" }\n',
  'src/index.ts':
    "import type { Shop } from './shop.ts';\nexport { inner as outer } from './shop.ts';\nfunction make(): Shop {\n  return {} as Shop;\n}\nconst shop = make();\nexport default shop;\n",
  'src/shop.ts':
    'export interface Shop {\n  extend(): Shop;\n}\nexport interface Other {\n  extend(): void;\n}\nexport function inner() {}\n',
};

test.each([
  ['a member of the default export', '`shop.extend()`', ['src/shop.ts::Shop::extend']],
  ['a name that an export gives', '`shop.outer`', ['src/shop.ts::inner']],
])('a name that starts with its package resolves: %s', async (_, page, expected) => {
  expect(await targetsOf(VALUE, page)).toEqual(expected);
});

const RUST = {
  'Cargo.toml': '[package]\nname = "shop"\n',
  'src/lib.rs':
    'pub fn launch(input: TokenStream) -> TokenStream {}\npub fn start() {}\npub struct Cart {}\nimpl Cart {\n    pub fn launch(&self) {}\n}\n',
};

test.each([
  ['an attribute', '`#[launch]`'],
  ['an attribute with arguments', '`#[launch(now = true)]`'],
  ['a macro', '`launch![a, b]`'],
])('%s in Rust does not resolve to a method', async (_, page) => {
  expect(await targetsOf(RUST, page)).toEqual(['src/lib.rs::launch']);
});

test('a page at the root resolves names of the Go package there', async () => {
  const code = {
    'go.mod': 'module example.com/shop/v2\n',
    'cart.go':
      'package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Sum() {}\n\nconst MaxItems = 1\n',
    'inner/cart.go': 'package inner\n\nconst MaxItems = 1\n',
  };
  const files = { ...code, 'README.md': 'At most `MaxItems`.\n' };
  const project = await (await tempProject(files, { include: ['**/*'] })).indexed();
  expect(mentionedBy(project.snapshot().graph, 'README.md')).toEqual(['cart.go::MaxItems']);
});

test('a declaration in separate typings resolves to the implementation', async () => {
  const code = {
    'lib/store.js': 'class Store {\n  openDoor() {}\n}\nmodule.exports = { Store };\n',
    'typings/store.d.ts':
      'export class Store {\n  openDoor(): void;\n}\nexport interface DoorOptions {}\n',
  };
  expect(await targetsOf(code, '`Store` `openDoor()` `DoorOptions`')).toEqual([
    'lib/store.js::Store',
    'lib/store.js::Store::openDoor',
    'typings/store.d.ts::DoorOptions',
  ]);
});
