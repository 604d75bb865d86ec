/** Names that pages of Sphinx, MyST and mkdocstrings put in modules; modules and variables by their names. */
import { expect, test } from 'vitest';
import { edgesIn } from './page-edges.ts';

const CODE = {
  'shop/__init__.py': 'from shop.stock import Cart\n',
  'shop/stock.py':
    'class Cart:\n    size = 1\n\n    def add(self):\n        pass\n\n\ndef load():\n    pass\n\n\nclass Shelf:\n    def add(self):\n        pass\n',
  'shop/till.py':
    'import os\n\n\nclass Cart:\n    pass\n\n\ndef load():\n    pass\n\n\ndef level():\n    return os.environ.get("SHOP_LEVEL")\n\n\nclass Options:\n    shelf_level = 1\n',
  'shop/cart.h': 'int shop_add(cart_t *cart);\n',
  'shop/json.py': 'x = 1\n',
  'web/content.ts': 'export const level = process.env.WEB_LEVEL;\n',
};

async function targetsOf(name: string, page: string): Promise<string[]> {
  const edges = await edgesIn({ ...CODE, [name]: page }, name);
  return edges
    .filter(({ kind, evidence }) => kind === 'mentions' && evidence !== 'nameOnly')
    .map(({ line, id }) => `${line} ${id}`)
    .sort();
}

test.each([
  ['a module', '.. automodule:: shop.stock', ['1 shop/stock.py']],
  ['a package', '.. module:: shop', ['1 shop/__init__.py']],
  [
    'what a module puts below it',
    '.. currentmodule:: shop.till\n\n.. autofunction:: load\n\n.. autoclass:: Cart',
    ['1 shop/till.py', '3 shop/till.py::load', '5 shop/till.py::Cart'],
  ],
  [
    'an attribute that is called like a module of its package',
    '.. module:: shop\n\n.. class:: Cart\n\n   .. attribute:: till\n',
    ['1 shop/__init__.py', '3 shop/stock.py::Cart'],
  ],
  [
    'members below their class',
    '.. module:: shop.stock\n\n.. class:: Cart\n\n   .. method:: add()\n\n   See :meth:`add`.\n',
    [
      '1 shop/stock.py',
      '3 shop/stock.py::Cart',
      '5 shop/stock.py::Cart::add',
      '7 shop/stock.py::Cart::add',
    ],
  ],
  [
    'no module any more',
    '.. currentmodule:: shop.till\n\n.. currentmodule:: None\n\n:func:`load`\n',
    ['1 shop/till.py'],
  ],
  [
    'a role of a module',
    ':mod:`shop.till` and :func:`shop.till.load`',
    ['1 shop/till.py', '1 shop/till.py::load'],
  ],
  [
    'parameters that go on below',
    '.. currentmodule:: shop.till\n\n.. function:: load(path, \\\n              size)\n',
    ['1 shop/till.py', '3 shop/till.py::load'],
  ],
  [
    'fields',
    '.. currentmodule:: shop.stock\n\n.. class:: Cart\n\n   :ivar size: how much\n   :raises shop.till.Cart: or\n   :rtype: Cart\n   :param Cart load: none\n',
    [
      '1 shop/stock.py',
      '3 shop/stock.py::Cart',
      '5 shop/stock.py::Cart::size',
      '6 shop/till.py::Cart',
      '7 shop/stock.py::Cart',
    ],
  ],
  [
    'a summary',
    '.. currentmodule:: shop.till\n\n.. autosummary::\n   :toctree: generated\n\n   load\n   ~shop.stock.Cart\n\nload\n',
    ['1 shop/till.py', '6 shop/till.py::load', '7 shop/stock.py::Cart'],
  ],
  ['names in C', '.. c:function:: int shop_add(cart_t* cart)\n', ['1 shop/cart.h::shop_add']],
  [
    'variables that are read',
    '.. envvar:: SHOP_LEVEL\n\n:envvar:`SHOP_LEVEL`\n',
    ['1 shop/till.py::level', '3 shop/till.py::level'],
  ],
])('a Sphinx page in reStructuredText resolves: %s', async (_, page, expected) => {
  expect(await targetsOf('docs/page.rst', page)).toEqual(expected);
});

test.each([
  [
    'directives of MyST',
    '```{currentmodule} shop.till\n```\n\n```{autofunction} load\n```\n\n{func}`load`\n',
    ['1 shop/till.py', '4 shop/till.py::load', '7 shop/till.py::load'],
  ],
  [
    'reStructuredText inside of Markdown',
    '```{eval-rst}\n.. module:: shop.till\n\n.. autofunction:: load\n```\n',
    ['2 shop/till.py', '4 shop/till.py::load'],
  ],
  [
    'text and lists in directives of MyST',
    '```{note}\n# No heading\n\n{func}`shop.till.load`\n```\n\n```{envvar} SHOP_LEVEL\n{class}`shop.stock.Cart`\n```\n',
    ['4 shop/till.py::load', '7 shop/till.py::level', '8 shop/stock.py::Cart'],
  ],
  ['what mkdocstrings renders', '::: shop.till.load\n    options:\n', ['1 shop/till.py::load']],
  ['what is called a module', 'The `content` module, not `content`.', ['1 web/content.ts']],
  ['a module of the language’s own', 'The `json` module.', []],
  [
    'variables that are read',
    '`SHOP_LEVEL`, `$WEB_LEVEL`, `SHOP_LEVEL=3`, `SHOP_OTHER`',
    ['1 shop/till.py::level', '1 web/content.ts::level'],
  ],
])('a Sphinx page in Markdown resolves: %s', async (_, page, expected) => {
  expect(await targetsOf('docs/page.md', page)).toEqual([...new Set(expected)]);
});
