/** What `docs check` finds, and above all what it leaves alone. */
import { expect, test } from 'vitest';
import { WRONG_KINDS } from '../../../src/doclinks/drift/drift.ts';
import { openIndex } from '../../../src/tools/context.ts';
import { findDrift } from '../../../src/tools/docs/drift/find-drift.ts';
import { tempProject } from '../../project/temp-project.ts';
import { toolCaller } from '../../tools/temp-context.ts';

const FILES = {
  'package.json': '{ "name": "kiosk", "exports": { ".": "./src/index.ts" } }\n',
  'src/index.ts':
    "export * from './cart.ts';\nexport { open as openTill } from './shop/till.ts';\nexport * as rates from './shop/rates.ts';\nexport { type, type Kind } from './kinds.ts';\n",
  'src/cart.ts':
    "import { Widget } from 'elsewhere';\nexport class Base {\n  clear() {}\n}\nexport class Cart extends Base {\n  constructor(readonly owner: string, limit = 3) {\n    super();\n  }\n  add(item: string, count?: number) {}\n  all(...items: string[]) {}\n  static of(this: void, a: Map<string, number>, b: (x: number) => void): Cart {\n    return new Cart('');\n  }\n}\nexport class View extends Widget {}\nexport function pay(sum: number): void;\nexport function pay(sum: number, currency: string): void;\nexport function pay(sum: number, currency?: string) {}\nexport const weigh = async (a: number, b: number) => a + b;\n",
  'src/shop/till.ts': 'export function open() {}\nexport function shut() {}\n',
  'src/kinds.ts': 'export const type = 1;\nexport type Kind = number;\n',
  'src/shop/rates.ts': "export * from 'elsewhere';\nexport const rate = 1;\n",
  'bakery/__init__.py':
    'from .oven import Oven, bake\nfrom elsewhere import wrap\n\n\n@wrap\ndef cut(a):\n    pass\n',
  'bakery/oven.py':
    'class Oven:\n    def __init__(self, heat, *, fan=False):\n        self.heat = heat\n\n    def open(self, wide=False):\n        pass\n\n    @classmethod\n    def small(cls, heat): ...\n\n\ndef bake(what, minutes=20, **more):\n    pass\n\n\ndef knead(dough, /, *, salt):\n    pass\n',
  'docs/other.md': '# One & two\n\n<a id="set"></a>\n\n## 4 %{#four}%\n',
  LICENSE: '',
};

async function driftIn(
  page: string,
  path = 'docs/page.md',
  files: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const all = { ...FILES, ...files, [path]: page };
  const temp = await tempProject(all, { include: ['**/*.{ts,py}'] });
  const { context } = await toolCaller({ temp });
  const found = await findDrift(context, await openIndex(context, undefined), ALL);
  return found.map(({ line, kind, text }) => `${line} ${kind} ${text}`);
}

const ALL = { kinds: WRONG_KINDS, isIncluded: () => true };
const ts = (...lines: string[]): string => ['```ts', ...lines, '```', ''].join('\n');
const py = (...lines: string[]): string => ['```python', ...lines, '```', ''].join('\n');
const CART = "import { Cart, pay, weigh, rates } from 'kiosk';";

test.each([
  ['[a](gone.md)', '1 missingFile gone.md'],
  ['![a](img/gone.png)', '1 missingFile img/gone.png'],
  ['x\n\n[a](other.md#three)', '3 missingAnchor other.md#three'],
  ['[a](#nowhere)', '1 missingAnchor #nowhere'],
  ['`Cart.remove()`', '1 missingMember Cart.remove()'],
  ['`src/shop/basket.ts`', '1 missingPath src/shop/basket.ts'],
  [ts("import { Basket } from 'kiosk';"), '2 missingExport kiosk: Basket'],
  [ts("import { shut } from 'kiosk';"), '2 missingExport kiosk: shut'],
  [ts("import { type, type Kind, kind } from 'kiosk';"), '2 missingExport kiosk: kind'],
  ['> ## Sizes\n\n[a](#sizes) [b](#colours)', '3 missingAnchor #colours'],
  [ts("import * as kiosk from 'kiosk';", 'kiosk.close();'), '3 missingExport kiosk: close'],
  [ts(CART, 'new Cart("x").remove(1);'), '3 missingMember Cart().remove()'],
  [ts(CART, "const cart = new Cart('x');", 'cart.add();'), '4 wrongArguments Cart().add()'],
  [ts(CART, 'new Cart();'), '3 wrongArguments Cart()'],
  [ts(CART, 'Cart.of(new Map());'), '3 wrongArguments Cart.of()'],
  [ts(CART, "pay(1, 'EUR', true);"), '3 wrongArguments pay()'],
  [ts(CART, 'await weigh(', '  1, // grams', ');'), '3 wrongArguments weigh()'],
  [ts(CART) + ts('pay();'), '5 wrongArguments pay()'],
  [py('from bakery import Pan'), '2 missingExport bakery: Pan'],
  [py('import bakery', 'bakery.fry(1)'), '3 missingExport bakery: fry'],
  [py('from bakery import Oven', 'Oven(200).clean()'), '3 missingMember Oven().clean()'],
  [py('from bakery import Oven', 'Oven(200, True)'), '3 wrongArguments Oven()'],
  [py('from bakery import Oven', 'Oven(fan=True)'), '3 wrongArguments Oven()'],
  [py('from bakery import Oven', 'Oven(1).open(wider=True)'), '3 wrongArguments Oven().open()'],
  [py('from bakery import Oven', 'Oven.small()'), '3 wrongArguments Oven.small()'],
  [py('from bakery.oven import knead', 'knead(1)'), '3 wrongArguments knead()'],
])('drift is reported for %j', async (page, expected) => {
  expect(await driftIn(page)).toEqual([expected]);
});

test.each([
  '[a](other.md#one--two) [b](other.md#one-two) [c](other.md#set) [d](../LICENSE) [e](other.md#four)',
  '[a](bakery.oven) [b](bakery.oven.Oven)',
  '--8<-- "other.md"\n\n[a](#of-the-other)',
  '- **Big**{ #big-one }\n\n[a](#big-one)',
  '[a](/gone) [b](gone) [c](gone.html) [d](https://example.com/gone.md) [e](../../x.md)',
  '`Cart.add` `Cart.clear()` `Map.remove()` `View.show()` `Gone.x` `cart.remove()`',
  '`src/cart.ts` `src/reducer.ts` `lib/gone.ts` `gone.ts` `src/*.ts` `a/b`',
  ts("import { Cart, openTill, rates } from 'kiosk';", "import { Basket } from './kiosk';"),
  ts(CART, 'rates.gone();', 'new Cart("x").clear();', 'new Cart("x").toString();'),
  ts(CART, "new Cart('x', 2).add('a');", "new Cart('x').all();", 'new Cart(...args);'),
  ts(CART, 'pay(1);', "pay(1, 'EUR');", 'pay(/* … */);', 'pay(...);', 'pay(a < b, c > d, e);'),
  ts('function pay() {}', 'pay();') + ts('pay();'),
  py('from bakery import Oven, bake, cut, oven', 'bake(1, 2, top=3)', 'cut()', 'oven.knead'),
  py('from bakery import Oven', 'Oven(1).open(True)', 'Oven.open()', 'Oven(*a)', 'Oven.small(1)'),
])('no drift is reported for %j', async (page) => {
  expect(await driftIn(page)).toEqual([]);
});

const NAMED = '`src/cart.ts` `shop/till.ts` `bakery/oven.py`';
const SHOP = 'The `shop/` opens (`till.ts`), exchanges (`rates.ts`)';

test.each([
  [`${NAMED} \`shop/drawer.ts\``, ['1 missingPath shop/drawer.ts']],
  [`${NAMED} \`bakery/pan.py:10-20\``, ['1 missingPath bakery/pan.py:10-20']],
  [`${SHOP} and sorts (\`kinds.ts\`)`, ['1 missingPath kinds.ts']],
])('a page about the sources of a project may not name a missing file: %s', async (page, found) => {
  expect(await driftIn(page)).toEqual(found);
});

test.each([
  // Two other paths do not show that the page describes these sources.
  '`src/cart.ts` `shop/till.ts` `shop/drawer.ts`',
  // The reader of a tutorial writes files in such a folder.
  `${NAMED} \`src/basket.ts\``,
  // The folder holds no such files, or there is no such folder.
  `${NAMED} \`shop/drawer.py\` \`lib/drawer.ts\` \`drawer.ts\``,
  // A line about two folders, one about one file, and the next line.
  `${SHOP} and sorts (\`kinds.ts\`), as \`bakery/\` does`,
  'The `shop/` opens (`till.ts`), and sorts (`kinds.ts`)',
  `${SHOP}\nand \`kinds.ts\``,
])('a path that may belong to another project is no finding: %s', async (page) => {
  expect(await driftIn(page)).toEqual([]);
});

test('importing a whole module may yield its default export', async () => {
  const block = ts("const kiosk = require('kiosk');", 'kiosk.extend();');
  expect(await driftIn(block)).toEqual(['3 missingExport kiosk: extend']);
  const files = { 'src/index.ts': 'const kiosk = make();\nexport default kiosk;\n' };
  expect(await driftIn(block, 'docs/page.md', files)).toEqual([]);
});

test('names in descriptions of the past may be missing', async () => {
  expect(await driftIn('`Cart.remove()` was `src/basket.ts`', 'CHANGELOG.md')).toEqual([]);
  const past = `# Cart\n\n## Migrating from the old cart\n\n\`Cart.remove()\`\n\n${ts(CART, 'pay();')}`;
  expect(await driftIn(past)).toEqual([]);
  expect(await driftIn(`No longer works:\n\n${ts(CART, 'pay();')}`)).toEqual([]);
  const far = 'and the till, the rates and the kinds are read again from '.repeat(2);
  const removed = [
    `Carts are counted before they are shown, ${far} \`Cart.remove()\``,
    `Carts are counted before they are shown.\n${far} \`Cart.remove()\``,
  ];
  expect((await driftIn(removed[0] ?? '')).concat(await driftIn(removed[1] ?? ''))).toEqual([
    '1 missingMember Cart.remove()',
    '2 missingMember Cart.remove()',
  ]);
  expect(await driftIn(`Before version 2, it was\n\`Cart.remove()\``)).toEqual([]);
});

test('links in plain HTML may be relative to the folder that a site creates for the page', async () => {
  const html = '<img src="../../other.md"> <img src="../../third.md">';
  expect(await driftIn(html, 'docs/guide/page.md')).toEqual(['1 missingFile ../../third.md']);
});

test('a page can mark findings as intended', async () => {
  const ignore = '<!-- graph-memory-ignore -->';
  expect(await driftIn(`${ignore}\n\n${ts(CART, '', 'pay();')}\n[a](gone.md)`)).toEqual([
    '9 missingFile gone.md',
  ]);
  expect(await driftIn(`[a](gone.md) ${ignore}\n[a](gone.md)`)).toEqual(['2 missingFile gone.md']);
  expect(
    await driftIn(`{/* graph-memory-ignore-page missingFile */}\n\n[a](gone.md) [b](#x)`),
  ).toEqual(['3 missingAnchor #x']);
});

test('a comment in reStructuredText can mark findings as intended', async () => {
  const link = '`gone <gone.md>`_';
  const page = `.. graph-memory-ignore\n\n${link}\n\n${link}\n`;
  expect(await driftIn(page, 'docs/page.rst')).toEqual(['5 missingFile gone.md']);
});

test('the configuration can exclude pages', async () => {
  const temp = await tempProject({ 'docs/old/a.md': '[a](gone.md)', 'docs/b.md': '[a](gone.md)' });
  const config = { ...temp.config, docs: { ...temp.config.docs, driftExclude: ['docs/old'] } };
  const { context } = await toolCaller({ temp: { ...temp, config } });
  const found = await findDrift(context, await openIndex(context, undefined), ALL);
  expect(found.map(({ path }) => path)).toEqual(['docs/b.md']);
});

test('findings state the reason and possible targets', async () => {
  const temp = await tempProject({
    ...FILES,
    'docs/page.md': `[a](other.md#sett) \`Cart.ad()\`\n\n${ts("import { Crat, shut } from 'kiosk';", CART, 'pay();')}`,
  });
  const { call } = await toolCaller({ temp });
  const { structured, text } = await call('docs_drift', {});
  expect(structured['results']).toMatchObject([
    { drift: 'missingAnchor', did_you_mean: ['#set'] },
    { drift: 'missingMember', did_you_mean: ['add', 'all'] },
    { drift: 'missingExport', text: 'kiosk: Crat', confidence: 'sure', did_you_mean: ['Cart'] },
    { text: 'kiosk: shut', confidence: 'likely', did_you_mean: ['src/shop/till.ts::shut'] },
    { drift: 'wrongArguments', section: 'docs/page.md' },
  ]);
  expect(text).toContain(
    'docs/page.md:6 wrongArguments pay(): it needs sum, which is not given: pay(sum: number',
  );
  const only = await call('docs_drift', { kinds: ['missing_anchor'], path_glob: ['docs'] });
  expect(only.structured['results']).toHaveLength(1);
});

const MANUAL = {
  'docs/conf.py': 'extensions = []\n',
  'docs/a.rst':
    '.. _filling carts:\n\nA\n=\n\n.. _two:\n.. _three:\n.. _four:\n\n:ref:`two` :ref:`three` :ref:`four` :ref:`filling carts`\n',
};
const OTHERS = 'intersphinx_mapping = {}\n';

test.each([
  [':ref:`gone`', {}, ['1 missingLabel gone']],
  ['{ref}`x <gone>`', {}, ['1 missingLabel gone']],
  // Other projects' labels look the same: told is what is written like one of the own.
  [':ref:`gone`', { 'docs/conf.py': OTHERS }, []],
  [':ref:`x <filing-carts>`', { 'docs/conf.py': OTHERS }, ['1 missingLabel filing-carts']],
  [':ref:`python:gone` :ref:`search` :ref:`<name>` :any:`gone`', {}, []],
  ['{x}\n[a](#other.Name) [b](#two)', {}, []],
  ['.. toctree::\n\n   made/index.rst\n', {}, []],
  [':ref:`gone` :ref:`gone too`', { 'docs/a.rst': 'A\n=\n' }, []],
])('labels are checked: %s', async (page, files, expected) => {
  const path = page.startsWith('{') ? 'docs/page.md' : 'docs/page.rst';
  const all = { ...MANUAL, ...files, 'docs/b.rst': '`two`_\n' };
  expect(await driftIn(page, path, all)).toEqual(expected);
});
