import { describe, expect, it } from 'vitest';
import { type RepoPath, toRepoPath } from '../../src/model/path.ts';
import { cachedSources, textsOf } from '../../src/project/revisions/cached-sources.ts';

const a = toRepoPath('a.ts');
const b = toRepoPath('b.ts');
const gone = toRepoPath('gone.ts');
const image = toRepoPath('image.png');

function sourceOf(path: RepoPath, text = `of ${path}`) {
  return { path, text, hash: '', sizeBytes: text.length, mtimeMs: 0, ctimeMs: 0 };
}

describe('the files of a revision', () => {
  it('are read once, those that are missing as well', async () => {
    const reads: string[][] = [];
    const read = cachedSources(async (paths) => {
      reads.push([...paths]);
      return new Map([...paths].flatMap((path) => (path === gone ? [] : [[path, sourceOf(path)]])));
    });
    expect([...textsOf(await read([a, gone]))]).toEqual([[a, 'of a.ts']]);
    expect([...textsOf(await read([gone, b, a, a]))]).toEqual([
      [b, 'of b.ts'],
      [a, 'of a.ts'],
    ]);
    expect((await read([a, b, gone])).size).toBe(2);
    expect(reads).toEqual([[a, gone], [b]]);
  });

  it('are read together if they are requested at once', async () => {
    const reads: string[][] = [];
    const read = cachedSources(async (paths) => {
      reads.push([...paths]);
      return new Map([...paths].map((path) => [path, sourceOf(path)]));
    });
    const [first, second] = await Promise.all([read([a]), read([b, a])]);
    expect([...first.keys()]).toEqual([a]);
    expect([...second.keys()]).toEqual([b, a]);
    expect(reads).toEqual([[a, b]]);
  });

  it('are requested again if reading them failed', async () => {
    let count = 0;
    const read = cachedSources(async (paths) => {
      if (++count === 1) throw new Error('git is busy');
      return new Map([...paths].map((path) => [path, sourceOf(path)]));
    });
    await expect(read([a])).rejects.toThrow('git is busy');
    expect((await read([a])).size).toBe(1);
  });

  it('have no text if they may not be shown', async () => {
    const read = cachedSources(
      async () => new Map([[image, { path: image, reason: 'binary', detail: 'holds NUL bytes' }]]),
    );
    expect(textsOf(await read([image])).size).toBe(0);
    expect((await read([image])).get(image)).toMatchObject({ reason: 'binary' });
  });

  it('are read again after very long ones', async () => {
    let count = 0;
    const read = cachedSources(async (paths) => {
      count++;
      return new Map([...paths].map((path) => [path, sourceOf(path, 'x'.repeat(9_000_000))]));
    });
    await read([a]);
    await read([b]);
    expect(textsOf(await read([a])).get(a)).toHaveLength(9_000_000);
    expect(count).toBe(3);
  });
});
