/** What pages mean: `line kind target evidence` of every edge a page makes. */
import { expect, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { edgesOfPage, pageEdges } from './page-edges.ts';

const CODE = {
  'package.json': '{ "name": "shop", "main": "src/index.ts" }\n',
  'src/index.ts': "export { Cart } from './cart.ts';\nexport * from './money.ts';\n",
  'src/cart.ts':
    'export class Base {\n  clear() {}\n}\nexport class Cart extends Base {\n  add(item: string) {}\n  total(): Price {\n    return new Price();\n  }\n}\nexport class Price {\n  format() {}\n}\nexport function load(): Cart {\n  return new Cart();\n}\n',
  'src/money.ts': 'export function sumCents() {}\nexport const value = 1;\n',
  'src/store.ts': 'export class Store {\n  get() {}\n}\nexport function value() {}\n',
  'src/deep/store.ts':
    'export class Store {\n  get() {}\n}\nfunction hidden() {\n  const innerName = 1;\n}\n',
  'website/src/demo.ts': 'export const demoCart = 1;\n',
  'test/cart.test.ts': 'export function makeCart() {}\nexport function sumCents() {}\n',
};

async function edgesOf(page: string): Promise<string[]> {
  const edges = await edgesOfPage(CODE, page);
  return edges.map(({ line, kind, id, evidence }) => `${line} ${kind} ${id} ${evidence}`).sort();
}

test.each([
  ['a name in two words', '`sumCents`', ['1 mentions src/money.ts::sumCents scoped']],
  ['a type', '`Cart`', ['1 mentions src/cart.ts::Cart scoped']],
  ['a call', '`load()`', ['1 mentions src/cart.ts::load scoped']],
  ['a plain word', '`load` and `value` and `add`', []],
  ['a member', '`Cart.add`', ['1 mentions src/cart.ts::Cart::add scoped']],
  ['a member with arguments', '`Cart#add(item)`', ['1 mentions src/cart.ts::Cart::add scoped']],
  ['an inherited member', '`Cart.clear()`', ['1 mentions src/cart.ts::Base::clear scoped']],
  ['a member of a value', '`cart.add()`', ['1 mentions src/cart.ts::Cart::add scoped']],
  ['a member that is not there', '`Cart.remove`', []],
  ['somebody else’s member', '`console.log` `items.map` `axios.get`', []],
  [
    'one of several',
    '`Store`',
    ['1 mentions src/deep/store.ts::Store nameOnly', '1 mentions src/store.ts::Store nameOnly'],
  ],
  [
    'one of several, told by its folder',
    '`deep.store.Store`',
    ['1 mentions src/deep/store.ts::Store scoped'],
  ],
  [
    'one of a folder that is a package',
    '`src.sumCents` and `deep.Store`',
    ['1 mentions src/deep/store.ts::Store scoped', '1 mentions src/money.ts::sumCents scoped'],
  ],
  [
    'a signature',
    '`function load(path: Map<string, any>): Cart`',
    ['1 mentions src/cart.ts::load scoped'],
  ],
  ['type arguments in brackets', '`Cart[T]`', ['1 mentions src/cart.ts::Cart scoped']],
  ['names of the site that shows the pages', '`demoCart`', []],
  ['an element and a new', '`<Cart />` and `new Cart()`', ['1 mentions src/cart.ts::Cart scoped']],
  [
    'a statement, a literal and a call in a call',
    '`const c = load(first(1), 2)`, `Cart{}`, `Base | null`',
    [
      '1 mentions src/cart.ts::Base scoped',
      '1 mentions src/cart.ts::Cart scoped',
      '1 mentions src/cart.ts::load scoped',
    ],
  ],
  ['type arguments before a member', '`Cart<T>.add`', ['1 mentions src/cart.ts::Cart::add scoped']],
  ['a heading that is a name', '# sumCents', ['1 mentions src/money.ts::sumCents scoped']],
  ['a heading that is a word', '# Price', []],
  [
    'a member under the heading of its type',
    '# Price\n\n## format()\n',
    ['3 mentions src/cart.ts::Price::format scoped'],
  ],
  ['a file of one plain word', '`cart.ts`', []],
  ['what languages come with', '`print()`, `log.Fatal`, `console.log`, `fetch()`', []],
  ['built-in names', '`Map`, `Promise<Error>`, `__init__`', []],
  ['names inside of functions', '`innerName`', []],
  ['a path with a line', '`../src/money.ts:2`', ['1 mentions src/money.ts exact']],
  ['the end of a path', '`deep/store.ts` and `index.ts`', ['1 mentions src/deep/store.ts scoped']],
  ['no names', '`a + b`, `--flag`, `npm install`, `{ x: 1 }`, `1.5`, ` `', []],
])('inline code resolves correctly: %s', async (_, page, expected) => {
  expect(await edgesOf(page)).toEqual(expected);
});

test('a code block is parsed in its own language', async () => {
  const page = [
    '```ts',
    "import { Cart } from 'shop';",
    "import { load as read } from '../src/cart.ts';",
    "import { readFile } from 'node:fs';",
    'const cart = new Cart();',
    "cart.add('x');",
    'cart.total().format();',
    'read().clear();',
    'readFile();',
    '```',
    '',
    'Then `readFile` and `Cart`.',
    '',
    '```ts',
    'sumCents();',
    'value;',
    '```',
  ].join('\n');
  expect(await edgesOf(page)).toEqual([
    '12 mentions src/cart.ts::Cart exact',
    '15 demonstrates src/money.ts::sumCents scoped',
    '2 demonstrates src/cart.ts::Cart exact',
    '3 demonstrates src/cart.ts::load exact',
    '5 demonstrates src/cart.ts::Cart exact',
    '6 demonstrates src/cart.ts::Cart::add scoped',
    '7 demonstrates src/cart.ts::Cart::total scoped',
    '7 demonstrates src/cart.ts::Price::format scoped',
    '8 demonstrates src/cart.ts::Base::clear scoped',
    '8 demonstrates src/cart.ts::load exact',
  ]);
});

test('any text is accepted as a page', async () => {
  for (const text of [
    '```ts\n`',
    '[a](%E0%A4%A)',
    '# \n## `\n',
    '<a href="',
    '`'.repeat(5000),
    '[['.repeat(3000),
  ]) {
    expect(await edgesOf(text)).toEqual([]);
  }
});

const GO = {
  'go.mod': 'module example.com/web/v2\n',
  'app.go':
    'package web\n\ntype App struct{}\n\nfunc (a *App) Listen() {}\n\nfunc New() *App { return nil }\n',
  'log/log.go': 'package log\n\nfunc Fatal() {}\n',
  'docs/start.md':
    '```go\nimport (\n\t"example.com/web/v2"\n\t"example.com/web/v2/log"\n)\n\nfunc main() {\n\tweb.New()\n\tlog.Fatal()\n}\n```\n',
  'docs/next.md': '```go\nfunc Use(a web.App) {\n\ta.Listen()\n\tlog.Fatal()\n}\n```\n',
};

async function targetsOf(files: Record<string, string>, path: string): Promise<string[]> {
  const temp = await tempProject(files, { include: ['**/*.{cs,go,json,mod,py,ts}'] });
  const project = await temp.indexed();
  const edges = pageEdges(project.snapshot().graph, path).filter(
    ({ evidence }) => evidence !== 'nameOnly',
  );
  return [...new Set(edges.map(({ id }) => id))].sort();
}

test('a page without imports uses the module names of the other pages', async () => {
  expect(await targetsOf(GO, 'docs/next.md')).toEqual([
    'app.go::App',
    'app.go::App::Listen',
    'log/log.go::Fatal',
  ]);
});

test('a name that as many pages import from elsewhere has no shared meaning', async () => {
  const other = '```go\nimport "example.com/other/web"\n\nfunc main() {\n\tweb.New()\n}\n```\n';
  const files = { ...GO, 'docs/other.md': other };
  expect(await targetsOf(files, 'docs/next.md')).toEqual(['log/log.go::Fatal']);
});

test('an explicit export is preferred to one from a wildcard re-export', async () => {
  const files = {
    'shop/__init__.py': 'from . import outlet\nfrom .stock import Cart\n',
    'shop/outlet.py': 'class Cart:\n    pass\n',
    'shop/stock.py': 'class Cart:\n    pass\n',
    'docs/page.md': '```python\nimport shop\n\nshop.Cart()\n```\n',
  };
  expect(await targetsOf(files, 'docs/page.md')).toContain('shop/stock.py::Cart');
});

/** All pages of one project; what `docs/asked.md` means. */
async function expectMeans(pages: Record<string, string>): Promise<string[]> {
  return await targetsOf({ ...CODE, ...pages }, 'docs/asked.md');
}

const SHOP = "```ts\nimport { load } from 'shop';\nconst basket = load();\nbasket.total();\n```\n";

test.each([
  ['a word that another page imports', '`load`', ['src/cart.ts::load']],
  ['a variable of another page', '`basket.add(item)`', ['src/cart.ts::Cart::add']],
  ['a word that no page imports', '`value`', []],
  ['what the common module passes on', '`makeCart` `Price`', []],
])('inline code resolves correctly: %s', async (_, requested, expected) => {
  const pages = { 'docs/start.md': SHOP, 'docs/asked.md': requested };
  expect((await expectMeans(pages)).filter((id) => !id.endsWith('Price'))).toEqual(expected);
});

const TWO = {
  'src/retry/options.ts': 'export interface RetryOptions {\n  maxDelay: number;\n}\n',
  'src/hedge/options.ts': 'export interface HedgeOptions {\n  maxDelay: number;\n}\n',
};

test.each([
  [
    'the page’s path',
    'docs/retry.md',
    '`maxDelay`',
    ['src/retry/options.ts::RetryOptions::maxDelay'],
  ],
  [
    'the section’s type',
    'docs/page.md',
    '## One\n\n`RetryOptions`\n\n## Two\n\n`HedgeOptions` `maxDelay`',
    [
      'src/hedge/options.ts::HedgeOptions',
      'src/hedge/options.ts::HedgeOptions::maxDelay',
      'src/retry/options.ts::RetryOptions',
    ],
  ],
  ['nothing', 'docs/page.md', '`maxDelay`', []],
])('one of several candidates is chosen by %s', async (_, path, page, expected) => {
  expect(await targetsOf({ ...TWO, [path]: page }, path)).toEqual(expected);
});

test("a type declared in the page's own example does not resolve to another type of that name", async () => {
  const files = {
    'shop/__init__.py': 'from .stock import Cart\n',
    'shop/stock.py': 'class Cart:\n    pass\n',
    'compat/schema.py': 'class User:\n    pass\n',
    'docs/page.md':
      '```python\nfrom shop import Cart\n\nclass User:\n    cart: Cart\n```\n\nA `User` has a `Cart`.\n',
  };
  expect(await targetsOf(files, 'docs/page.md')).not.toContain('compat/schema.py::User');
});

test('a type declared in parts resolves as one type', async () => {
  const files = {
    'src/Pipeline.cs': 'public partial class Pipeline { }\n',
    'src/Pipeline.Async.cs': 'public partial class Pipeline { }\n',
    'docs/page.md': '`Pipeline`\n',
  };
  expect(await targetsOf(files, 'docs/page.md')).toEqual(['src/Pipeline.cs::Pipeline']);
});

test('a method declared outside its type resolves as a member of values', async () => {
  const files = {
    'go.mod': 'module example.com/web\n',
    'app.go': 'package web\n\ntype App struct{}\n',
    'hooks.go': 'package web\n\nfunc (a *App) OnListen() {}\n',
    'docs/hooks.md': 'Call `command.OnListen()`.\n',
  };
  expect(await targetsOf(files, 'docs/hooks.md')).toEqual(['hooks.go::App::OnListen']);
});

const OPTIONS = {
  'src/options.ts':
    'export interface Options {\n  maxSize: number;\n  baseUrl: string;\n  logLevel: string;\n  keepAlive: boolean;\n  retry: number;\n}\n',
  'src/other.ts':
    'export interface Job {\n  dryRun: boolean;\n  retry(): void;\n}\nexport class HTTPCart {}\n',
};
const DESCRIBED = '`Options.maxSize` `Options.baseUrl` `Options.logLevel` `Options.keepAlive`\n\n';

test.each([
  ['a type that begins with capitals', '`HTTPCart`', ['src/other.ts::HTTPCart']],
  ['a word that may be anything', '`retry` and `URLs`', []],
])('inline code resolves correctly: %s', async (_, text, expected) => {
  expect(await targetsOf({ ...OPTIONS, 'docs/page.md': `${text}\n` }, 'docs/page.md')).toEqual(
    expected,
  );
});

test('a word resolves to a member of the type that its page describes', async () => {
  const page = `${DESCRIBED}\`retry\` and \`other\`\n`;
  expect(await targetsOf({ ...OPTIONS, 'docs/page.md': page }, 'docs/page.md')).toContain(
    'src/options.ts::Options::retry',
  );
});

test('parameters below a heading with a call do not resolve to symbols', async () => {
  const page = '## send(baseUrl, [retry])\n\nThe `baseUrl` is read first, then `logLevel`.\n';
  expect(await targetsOf({ ...OPTIONS, 'docs/page.md': page }, 'docs/page.md')).toEqual([
    'src/options.ts::Options::logLevel',
  ]);
});

test('a page among examples resolves names to the files beside it', async () => {
  const files = {
    ...CODE,
    'examples/one/shop.ts': 'export function openShop() {}\n',
    'examples/two/till.ts': 'export function openTill() {}\n',
    'examples/one/README.md': '`openShop()` and `openTill()`\n',
  };
  expect(await targetsOf(files, 'examples/one/README.md')).toEqual([
    'examples/one/shop.ts::openShop',
  ]);
});

test('a built-in name resolves to the project only if the page imports it', async () => {
  const own = "```ts\nimport { Result } from 'shop';\n```\n";
  const files = {
    ...CODE,
    'src/money.ts': 'export class Result {}\n',
    'docs/start.md': own,
    'docs/own.md': `${own}\n\`Result\`\n`,
    'docs/other.md': '`Result`\n',
  };
  expect(await targetsOf(files, 'docs/own.md')).toEqual(['src/money.ts::Result']);
  expect(await targetsOf(files, 'docs/other.md')).toEqual([]);
});
