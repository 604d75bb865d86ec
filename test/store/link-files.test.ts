import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskDirectory } from '../../src/store/disk-directory.ts';
import { linkStoreFiles } from '../../src/store/link-files.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'graph-memory-link-'));
});
afterEach(() => rm(root, { recursive: true }));

/** A store folder with a file of each name, whose content is the name of the folder. */
async function storeOf(folder: string, names: readonly string[]): Promise<DiskDirectory> {
  const directory = new DiskDirectory(join(root, folder));
  await mkdir(directory.location);
  for (const name of names) await directory.write(name, Buffer.from(folder));
  return directory;
}

describe('linking the files of a store', () => {
  it('gives the other store the same files and a record of them, and no others', async () => {
    const names = ['snapshot.gm', 'facts.gm', 'delta-2.gm'];
    const others = ['repository.txt', 'revision-1.gm', 'delta-3.gm.tmp', 'partial-1.gm'];
    const from = await storeOf('from', [...names, ...others]);
    const to = await storeOf('to', []);
    await linkStoreFiles(from, to);
    expect((await readdir(to.location)).sort()).toEqual([...names, 'borrowed.txt'].sort());
    for (const name of names) {
      const [a, b] = await Promise.all([from, to].map((one) => stat(join(one.location, name))));
      expect(a?.ino).toBe(b?.ino);
    }
  });

  it('replaces files that exist, and leaves those of the first store as they are', async () => {
    const from = await storeOf('from', ['snapshot.gm', 'facts.gm']);
    const to = await storeOf('to', ['snapshot.gm', 'facts.gm.tmp']);
    await linkStoreFiles(from, to);
    expect(await readFile(join(to.location, 'snapshot.gm'), 'utf8')).toBe('from');
    await to.remove('snapshot.gm');
    await writeFile(join(to.location, 'snapshot.gm'), 'to');
    expect(await readFile(join(from.location, 'snapshot.gm'), 'utf8')).toBe('from');
  });

  it('refuses with GM_IO and gives no snapshot if the first store has none', async () => {
    const from = await storeOf('from', ['facts.gm']);
    const to = await storeOf('to', []);
    await expect(linkStoreFiles(from, to)).rejects.toMatchObject({ code: 'GM_IO' });
    expect(await readdir(to.location)).toEqual(['facts.gm']);
  });
});
