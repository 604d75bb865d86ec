/** Code of Python on pages that Sphinx reads: in directives, at a prompt, with decorators. */
import { expect, test } from 'vitest';
import { edgesIn } from './page-edges.ts';

const CODE = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'shop/__init__.py': 'from shop.stock import cart, field\n',
  'shop/stock.py': 'def cart(cls):\n    return cls\n\n\ndef field():\n    pass\n',
};
const USE = ['>>> from shop import cart, field', '>>> field()', '0'];
const CART = 'demonstrates shop/stock.py::cart';
const FIELD = 'demonstrates shop/stock.py::field';

async function shownOn(path: string, lines: readonly string[]): Promise<string[]> {
  const files = { ...CODE, [path]: `${lines.join('\n')}\n` };
  const edges = await edgesIn(files, path);
  return edges.map(({ line, kind, id }) => `${line} ${kind} ${id}`).sort();
}

const fenced = (info: string, lines: readonly string[]) => [`\`\`\`${info}`, ...lines, '```'];
const directed = (head: string, lines: readonly string[]) => [
  `.. ${head}`,
  '',
  ...lines.map((line) => `   ${line}`),
];

test.each([
  ['a doctest of MyST', fenced('{doctest}', USE)],
  ['a doctest in a group', fenced('{doctest} group', USE)],
  ['a prompt without a language', fenced('', USE)],
  ['a language of its own', fenced('pycon', USE)],
])('names in a code block resolve when it is written as %s', async (_, page) => {
  expect(await shownOn('docs/page.md', page)).toEqual([`2 ${CART}`, `2 ${FIELD}`, `3 ${FIELD}`]);
});

const CALLS = ['from shop import field', 'field()'];

test.each([
  ['a block of MyST', fenced('{code-block} python', CALLS)],
  ['a cell of a notebook', fenced('{code-cell} ipython3', CALLS)],
  ['code that is tested', fenced('{testcode}', CALLS)],
])('names in a code block resolve when it is written as %s', async (_, page) => {
  expect(await shownOn('docs/page.md', page)).toEqual([`2 ${FIELD}`, `3 ${FIELD}`]);
});

test('directives with prose in their body are no code blocks', async () => {
  expect(await shownOn('docs/page.md', fenced('{note}', CALLS))).toEqual([]);
});

test.each([
  ['doctest::', USE, [`3 ${CART}`, `3 ${FIELD}`, `4 ${FIELD}`]],
  ['testcode:: group', CALLS, [`3 ${FIELD}`, `4 ${FIELD}`]],
  ['code-block:: python', CALLS, [`3 ${FIELD}`, `4 ${FIELD}`]],
])('names in a reStructuredText code block resolve: %s', async (head, lines, expected) => {
  expect(await shownOn('docs/page.rst', directed(head, lines))).toEqual(expected);
});

test('a decorator counts as used wherever it was imported', async () => {
  const first = fenced('python', ['from shop import cart']);
  const second = fenced('python', [
    '@cart',
    'class Basket:',
    '    pass',
    '',
    '@own',
    'class B: pass',
  ]);
  expect(await shownOn('docs/page.md', [...first, '', ...second])).toEqual([
    `2 ${CART}`,
    `6 ${CART}`,
  ]);
});
