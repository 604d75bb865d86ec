import { expect, it } from 'vitest';
import { tocEntries } from '../../src/web/toc-entries.ts';

it('completes the ids that a table of contents leaves out', () => {
  const entries = tocEntries([
    { symbol: 'docs/a.md::A', path: 'docs/a.md', start_line: 1 },
    { title: 'First', start_line: 3, depth: 1 },
    { title: 'Inner', start_line: 4, depth: 2 },
    { symbol: 'docs/a.md::A::First#2', title: 'First', start_line: 6, depth: 1 },
    { title: 'Inner', start_line: 7, depth: 2 },
    { path: 'docs/b.md', start_line: 1 },
    { title: 'Only', start_line: 2, depth: 1 },
  ]);
  expect(entries.map(({ id, name, depth }) => [id, name, depth])).toEqual([
    ['docs/a.md::A', 'A', 0],
    ['docs/a.md::A::First', 'First', 1],
    ['docs/a.md::A::First::Inner', 'Inner', 2],
    ['docs/a.md::A::First#2', 'First', 1],
    ['docs/a.md::A::First#2::Inner', 'Inner', 2],
    ['docs/b.md', 'b.md', 0],
    ['docs/b.md::Only', 'Only', 1],
  ]);
});
