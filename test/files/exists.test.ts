import { join } from 'node:path';
import { expect, it } from 'vitest';
import { existsInside } from '../../src/files/exists.ts';
import { makeTree } from './temp-tree.ts';

it('existsInside reports project paths, and gives the same answer for all paths behind a link that leaves the project', () => {
  const root = join(
    makeTree({
      'shop/docs/a.md': '',
      'shop/b.ts': '',
      'shop/inside': { link: 'docs' },
      'shop/outside': { link: '../others' },
      'shop/dangling.ts': { link: '../others/absent.ts' },
      'others/there.ts': '',
    }),
    'shop',
  );
  const there = ['docs', 'docs/a.md', 'inside/a.md', 'dangling.ts'];
  const outside = ['outside/there.ts', 'outside/absent.ts', 'outside/absent/too.ts'];
  for (const path of [...there, ...outside])
    expect([path, existsInside(root, path)]).toEqual([path, true]);
  const absent = ['docs/b.md', 'inside/b.md', 'b.ts/c', 'none/at/all', 'a\0b', 'x'.repeat(5000)];
  for (const path of absent) expect([path, existsInside(root, path)]).toEqual([path, false]);
});
