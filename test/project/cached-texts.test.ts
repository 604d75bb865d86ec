import { describe, expect, it } from 'vitest';
import { toRepoPath } from '../../src/model/path.ts';
import { cachedTexts } from '../../src/project/revisions/cached-texts.ts';

const a = toRepoPath('a.ts');
const b = toRepoPath('b.ts');
const gone = toRepoPath('gone.ts');

describe('the texts of a revision', () => {
  it('are read once, those that are missing as well', async () => {
    const reads: string[][] = [];
    const read = cachedTexts(async (paths) => {
      reads.push([...paths]);
      return new Map([...paths].flatMap((path) => (path === gone ? [] : [[path, `of ${path}`]])));
    });
    expect([...(await read([a, gone]))]).toEqual([[a, 'of a.ts']]);
    expect([...(await read([gone, b, a, a]))]).toEqual([
      [b, 'of b.ts'],
      [a, 'of a.ts'],
    ]);
    expect((await read([a, b, gone])).size).toBe(2);
    expect(reads).toEqual([[a, gone], [b]]);
  });

  it('are read again after very long ones', async () => {
    let count = 0;
    const read = cachedTexts(async (paths) => {
      count++;
      return new Map([...paths].map((path) => [path, 'x'.repeat(9_000_000)]));
    });
    await read([a]);
    await read([b]);
    expect((await read([a])).get(a)).toHaveLength(9_000_000);
    expect(count).toBe(3);
  });
});
