/** Pages of a project over many updates. */
import { expect, test } from 'vitest';
import { extractFile } from '../../src/extract/extract.ts';
import type { Pages } from '../../src/index/snapshot.ts';
import { splitPaths, updatePages } from '../../src/indexing/pages.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { FileRecord } from '../../src/store/file-record.ts';

async function recordOf(path: string, text: string): Promise<FileRecord> {
  const source = { path: toRepoPath(path), text, hash: text, sizeBytes: 1, mtimeMs: 0, ctimeMs: 0 };
  const facts = await extractFile(source, { parseMsMax: 10_000 });
  if ('reason' in facts) throw new Error(facts.detail);
  return { facts } as FileRecord;
}

const titles = (pages: Pages) =>
  [...pages()].map(([path, page]) => `${path} ${JSON.stringify(page).includes('Second')}`);

test('repeated updates of pages do not keep earlier ones in memory', async () => {
  const [a, b] = [toRepoPath('a.md'), toRepoPath('b.md')];
  const code = toRepoPath('c.ts');
  const [first, other, second] = [
    await recordOf(a, '# First'),
    await recordOf(b, '# Other'),
    await recordOf(a, '# Second'),
  ];
  const start = updatePages(
    () => new Map(),
    splitPaths([a, b, code]),
    new Map([
      [a, first],
      [b, other],
    ]),
  );
  let pages = start;
  pages = updatePages(pages, splitPaths([a, b, code]), new Map([[a, second]]));
  // As many calls within each other would not fit on the stack.
  for (let update = 0; update < 50_000; update++) {
    pages = updatePages(pages, splitPaths([a, b, code]), new Map());
  }
  expect(titles(pages)).toEqual(['a.md true', 'b.md false']);
  expect(titles(updatePages(pages, splitPaths([b]), new Map()))).toEqual(['b.md false']);
  expect(titles(updatePages(pages, splitPaths([a, b]), new Map([[a, first]])))).toEqual(
    titles(start),
  );
  expect(titles(updatePages(pages, splitPaths([code]), new Map()))).toEqual([]);
});
