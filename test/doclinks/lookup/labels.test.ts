/** Links by a name alone: labels of Sphinx and MyST, titles, and declarations. */
import { expect, test } from 'vitest';
import { tempProject } from '../../project/temp-project.ts';
import { mentionedBy, pageEdges } from '../page-edges.ts';

const FILES = {
  'shop/__init__.py': '',
  'shop/stock.py': 'class Cart:\n    def add(self):\n        pass\n',
  'docs/guide.rst':
    '.. _begin:\n\nGuide\n=====\n\n.. _filling carts:\n\nFilling\n-------\n\n.. _of-words:\n\nWords.\n\nSet up\n------\n',
  'docs/myst.md':
    '# Myst\n\n(older)=\n\n(from-myst)=\n## Below a label\n\nx\n\n```{figure} a.png\n:name: shown\n```\n\n## Own anchor {#own-anchor}\n\n## Parts\n\n![x](a.png){#of-image width=2}\n\n:::{tip}\n:class: x\n:name: of-tip\n\nWords.\n:::\n',
  'docs/settings.rst':
    'Settings\n========\n\n.. confval:: path\n\n.. envvar:: SHOP_PORT\n\nFlags\n-----\n\n.. option:: -s <n>, --size=<n>\n',
  'docs/one/index.rst': '.. _index:\n\nOne\n===\n',
  'docs/two/index.rst': '.. _index:\n\nTwo\n===\n',
};

/** Where the links of a page lead, by line. */
async function linksOf(page: string, path: string): Promise<string[]> {
  const temp = await tempProject({ ...FILES, [path]: page }, { include: ['**/*'] });
  const project = await temp.indexed();
  return pageEdges(project.snapshot().graph, path)
    .filter(({ kind }) => kind === 'links')
    .map(({ line, id, evidence }) => `${line} ${id} ${evidence}`)
    .sort();
}

test.each([
  ['a label before a title', ':ref:`begin`', ['1 docs/guide.rst::Guide exact']],
  [
    'a label with a text, in any case',
    ':ref:`carts <Filling  Carts>`',
    ['1 docs/guide.rst::Guide::Filling exact'],
  ],
  ['a label of words', ':ref:`x <of-words>`', ['1 docs/guide.rst::Guide::Filling exact']],
  ['a label of MyST', ':ref:`from-myst`', ['1 docs/myst.md::Myst::Below a label exact']],
  ['a label before another', ':ref:`older`', ['1 docs/myst.md::Myst::Below a label exact']],
  [
    'a page',
    ':doc:`guide` :any:`one/index`',
    ['1 docs/guide.rst scoped', '1 docs/one/index.rst scoped'],
  ],
  ['a title', ':ref:`Set up`', ['1 docs/guide.rst::Guide::Set up scoped']],
  ['a title on its page', ':ref:`guide:Set up`', ['1 docs/guide.rst::Guide::Set up scoped']],
  ['a word that is a title elsewhere', ':ref:`filling`', []],
  ['labels of others', ':ref:`python:begin` :ref:`lists` :ref:`!begin`', []],
  [
    'a declaration',
    ':any:`shop.stock.Cart.add` :any:`begin`',
    ['1 docs/guide.rst::Guide exact', '1 shop/stock.py::Cart::add exact'],
  ],
  [
    'places on the page',
    'Here\n----\n\n`Here`_ `x <there_>`_\n\n.. _there:\n\nThere\n-----\n\n`Here`_ `Guide`_ `begin`_\n',
    ['11 docs/page.rst::Here exact', '4 docs/page.rst::There exact'],
  ],
  [
    'what directives describe',
    'A\n=\n\n:option:`shop --size` :confval:`path` :envvar:`SHOP_PORT` :confval:`gone`\n',
    ['4 docs/settings.rst::Settings exact', '4 docs/settings.rst::Settings::Flags exact'],
  ],
  [
    'a list of pages',
    '.. toctree::\n   :caption: All\n\n   guide\n   The first <one/index.rst>\n   self\n   more/*\n   https://example.com\n\nguide\n',
    ['4 docs/guide.rst scoped', '5 docs/one/index.rst scoped'],
  ],
  ['an address', 'Guide\n=====\n\n.. _there: https://example.com\n\nSee there_.', []],
])('a reStructuredText link resolves: %s', async (_, page, expected) => {
  expect(await linksOf(page, 'docs/page.rst')).toEqual(expected);
});

test.each([
  [
    'a role',
    '{ref}`x <begin>` {ref}`shown`',
    ['docs/guide.rst::Guide', 'docs/myst.md::Myst::Below a label'],
  ],
  ['a link to a label', '[x](from-myst)', ['docs/myst.md::Myst::Below a label']],
  ['a link to an anchor that is a label', '[](#begin)', ['docs/guide.rst::Guide']],
  ['a link to a declaration', '[x](shop.stock.Cart)', ['shop/stock.py::Cart']],
  [
    'names of mkdocstrings',
    '[x][shop.stock.Cart], [`shop.stock`][]',
    ['shop/stock.py', 'shop/stock.py::Cart'],
  ],
  ['a heading of another page', '[x][own-anchor]', ['docs/myst.md::Myst::Own anchor']],
  ['roles of what is described', '{confval}`path`', ['docs/settings.rst::Settings']],
  ['a link to a declaration as an anchor', '[x](#shop.stock.Cart)', ['shop/stock.py::Cart']],
  [
    'a label of a part of a line, and of a directive between colons',
    '[x](#of-image)\n{ref}`of-tip`',
    ['docs/myst.md::Myst::Parts', 'docs/myst.md::Myst::Parts'],
  ],
  ['a list of pages', '```{toctree}\n:hidden:\n\nguide\n```\n', ['docs/guide.rst']],
  ['text in a directive', '```{note}\n{ref}`begin`\n```\n', ['docs/guide.rst::Guide']],
  ['no names', '[x][gone.Cart] [](#gone) [x](gone) index[i][j] {ref}`gone`', []],
])('a Markdown link resolves: %s', async (_, page, expected) => {
  const ids = (await linksOf(page, 'docs/page.md')).map((link) =>
    link.split(' ').slice(1, -1).join(' '),
  );
  expect(ids).toEqual(expected);
});

test("a label set by several manuals resolves to the page's own manual", async () => {
  expect(await linksOf(':ref:`index`', 'docs/two/more.rst')).toEqual([
    '1 docs/two/index.rst::Two exact',
  ]);
  expect(await linksOf(':ref:`index`', 'docs/page.rst')).toEqual([]);
});

test('a label that no page sets resolves to the setting of that name', async () => {
  const path = 'docs/page.rst';
  const files = {
    'shop/settings.py': 'def declare(conf):\n    conf.add_config(keys=["work_dir"], of_type=str)\n',
    [path]: ':ref:`work_dir`, :ref:`declare` and :ref:`other:work_dir`\n',
  };
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.indexed();
  expect(mentionedBy(project.snapshot().graph, path)).toEqual(['shop/settings.py::declare']);
});
