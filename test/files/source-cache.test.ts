import { lstatSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SourceCache } from '../../src/files/source-cache.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { makeTree } from './temp-tree.ts';

const PATH = toRepoPath('src/a.ts');
const LATER = () => Date.now() + 60_000;

function cacheOf(root: string, now = LATER, charactersMax?: number): SourceCache {
  return new SourceCache(root, { fileSizeBytesMax: 100_000 }, now, charactersMax);
}

async function textOf(cache: SourceCache, path = PATH): Promise<string> {
  const read = await cache.read(path);
  return 'text' in read ? read.text : read.reason;
}

describe('SourceCache', () => {
  it('returns the same object while a file stays as it is', async () => {
    const cache = cacheOf(makeTree({ 'src/a.ts': 'let a = 1' }));
    expect(await cache.read(PATH)).toBe(await cache.read(PATH));
  });

  it('reads an edit that keeps the size and the modification time', async () => {
    const root = makeTree({ 'src/a.ts': 'let a = 1' });
    const cache = cacheOf(root);
    const { atime, mtime } = lstatSync(join(root, PATH));
    await cache.read(PATH);
    writeFileSync(join(root, PATH), 'let a = 2');
    utimesSync(join(root, PATH), atime, mtime);
    expect(await textOf(cache)).toBe('let a = 2');
  });

  it('reads a file that was replaced by another or removed', async () => {
    const root = makeTree({ 'src/a.ts': 'let a = 1', 'b.ts': 'let b = 2' });
    const cache = cacheOf(root);
    await cache.read(PATH);
    renameSync(join(root, 'b.ts'), join(root, PATH));
    expect(await textOf(cache)).toBe('let b = 2');
    rmSync(join(root, PATH));
    expect(await textOf(cache)).toBe('unreadable');
  });

  it('refuses a known file whose folder has become a link out of the project', async () => {
    const root = makeTree({ 'project/src/a.ts': 'let a = 1', 'elsewhere/README.md': '' });
    const cache = cacheOf(join(root, 'project'));
    await cache.read(PATH);
    renameSync(join(root, 'project/src'), join(root, 'elsewhere/src'));
    symlinkSync(join(root, 'elsewhere/src'), join(root, 'project/src'));
    await turn();
    expect(await textOf(cache)).toBe('symlink');
  });

  it('knows a file by its content without a look at the disk, only if it was read before', async () => {
    const root = makeTree({ 'src/a.ts': 'let a = 1', 'b.ts': 'let b' });
    const cache = cacheOf(root);
    const read = await cache.read(PATH);
    const hash = 'hash' in read ? read.hash : '';
    rmSync(join(root, PATH));
    expect(cache.known(PATH, hash)).toBe(read);
    expect(cache.known(PATH, 'other')).toBeUndefined();
    expect(cache.known(PATH, undefined)).toBeUndefined();
    expect(cache.known(toRepoPath('b.ts'), hash)).toBeUndefined();
    expect(await textOf(cache)).toBe('unreadable');
    expect(cache.known(PATH, hash)).toBeUndefined();
  });

  it('keeps a file that was looked up by content longer than one that was read after it', async () => {
    const root = makeTree({ 'src/a.ts': 'let a', 'b.ts': 'let b', 'c.ts': 'let c' });
    const [b, c] = [toRepoPath('b.ts'), toRepoPath('c.ts')];
    const cache = cacheOf(root, LATER, 1100);
    const read = await cache.read(PATH);
    const hash = 'hash' in read ? read.hash : '';
    const other = await cache.read(b);
    cache.known(PATH, hash);
    await cache.read(c);
    expect(cache.known(PATH, hash)).toBe(read);
    expect(await cache.read(b)).not.toBe(other);
  });

  it('lets other answers go on while many files are read', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `f${n}.ts`);
    let ms = 0;
    const cache = cacheOf(makeTree(Object.fromEntries(paths.map((path) => [path, path]))), () => {
      ms += 1;
      return ms;
    });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    for (const path of paths) await cache.read(toRepoPath(path));
    isDone = true;
    expect(turns).toBeGreaterThan(2);
  });

  it('does not rely on the times of a file that has just changed', async () => {
    const root = makeTree({ 'src/a.ts': 'let a = 1' });
    const { ctimeMs } = lstatSync(join(root, PATH));
    const cache = cacheOf(root, () => ctimeMs + 1);
    expect(await cache.read(PATH)).not.toBe(await cache.read(PATH));
  });

  it('remembers that a file is binary, and forgets the files used least when it is full', async () => {
    const root = makeTree({ 'src/a.ts': 'let a = 1', 'b.ts': 'let b', 'c.ts': 'a\0' });
    const [b, c] = [toRepoPath('b.ts'), toRepoPath('c.ts')];
    const cache = cacheOf(root, LATER, 1100);
    expect(await cache.read(c)).toBe(await cache.read(c));
    const first = await cache.read(PATH);
    await cache.read(c);
    await cache.read(b);
    expect(await cache.read(c)).toBe(await cache.read(c));
    expect(await cache.read(PATH)).not.toBe(first);
  });
});
