/** What lists, definition lists and directives begin with, and what stands below it. */
import { expect, test } from 'vitest';
import { extractText } from '../helpers/check.ts';

/** `jobs` begins an item; `skip < run < jobs` stands below others. */
async function listed(path: string, text: string): Promise<string[]> {
  const { page } = await extractText(path, text);
  return (page?.mentions ?? []).map(({ text: code, leads, under = [] }) =>
    [leads === true ? `*${code}` : code, ...under].join(' < '),
  );
}

test.each([
  [
    'a list',
    '- ``jobs``: of ``run``\n\n  - ``skip``\n    and ``only``\n- No ``lead``\n\n``after``\n',
    ['*jobs', 'run < jobs', '*skip < jobs', 'only < skip < jobs', 'lead', 'after'],
  ],
  [
    'a definition list',
    '``jobs`` : map\n    Has ``run``.\n\n    ``skip``\n        No ``only``.\n``next``\n    More.\n',
    ['*jobs', 'run < jobs', '*skip < jobs', 'only < skip < jobs', '*next'],
  ],
  [
    'directives',
    '.. confval:: jobs\n\n   Has ``run``.\n\n   .. option:: -s, --skip\n\n      ``only``\n\n.. envvar:: PORT\n\n``after``\n',
    [
      '*jobs',
      'run < jobs',
      '*-s < jobs',
      '*--skip < jobs',
      'only < --skip < jobs',
      '*PORT',
      'after',
    ],
  ],
  [
    'no list',
    'Words of ``jobs``\nand ``run``.\n\n:field: ``skip``\n\n.. note:: x\n   ``only``\n',
    ['jobs', 'run', 'skip', 'only'],
  ],
])('lists the code of reStructuredText: %s', async (_, text, expected) => {
  expect(await listed('page.rst', text)).toEqual(expected);
});

test.each([
  [
    'a definition list',
    '`jobs`\n: Has `run`.\n: More.\n\n`after`\n',
    ['*jobs', 'run < jobs', 'after'],
  ],
  ['no definition', '`jobs`\nand `run`: x\n', ['jobs', 'run']],
  ['directives of MyST', '```{confval} jobs\nHas `run`.\n```\n', ['*jobs', 'run < jobs']],
])('lists the code of Markdown: %s', async (_, text, expected) => {
  expect(await listed('page.md', text)).toEqual(expected);
});
