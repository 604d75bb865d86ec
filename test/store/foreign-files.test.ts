/** A store folder that was somebody else's before: nothing in it is lost. */
import { describe, expect, it } from 'vitest';
import { SnapshotStore } from '../../src/store/snapshot-store.ts';
import { MemoryDirectory } from '../helpers/memory-directory.ts';
import { type Patch, type Sections, snapshotOf, storeOptions } from './store-fixtures.ts';

const NO_CHANGES = { changed: new Map(), removed: new Set<never>() };

function storeIn(directory: MemoryDirectory): SnapshotStore<Sections, Patch> {
  return new SnapshotStore<Sections, Patch>(directory, storeOptions());
}

function save(directory: MemoryDirectory): Promise<string> {
  return storeIn(directory).withWriterLock((writer) =>
    writer.save(snapshotOf(1, { 'a.ts': 'alpha' }), undefined, NO_CHANGES),
  );
}

async function directoryWith(files: Readonly<Record<string, string>>): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  for (const [name, text] of Object.entries(files)) await directory.write(name, Buffer.from(text));
  return directory;
}

describe('a file under the name of a store file that graph-memory did not write', () => {
  it.each([
    'snapshot.gm',
    'facts.gm',
    'vectors.gm',
    'earlier.gm',
    'graph.gm',
    'graph.bin',
    'delta-7.gm',
    'writer.lock',
  ])('%s is kept, and nothing is saved', async (name) => {
    const directory = await directoryWith({ [name]: 'my own', 'notes.txt': 'mine too' });
    await expect(save(directory)).rejects.toMatchObject({
      code: 'GM_IO',
      message: `cannot keep the index in memory: ${name} there is not a file of graph-memory`,
      hint: expect.stringContaining('storeDir'),
    });
    expect(Buffer.from((await directory.read(name)) ?? []).toString()).toBe('my own');
    expect(await directory.list()).toHaveLength(2);
  });

  it('does not keep a folder of other files from being a store', async () => {
    const directory = await directoryWith({ 'notes.txt': 'mine', 'snapshot.gm.bak': 'mine' });
    await save(directory);
    expect(await storeIn(directory).load(({ generation }) => generation)).toBe(1);
  });
});

describe('what a crash or a damaged disk leaves is replaced', () => {
  it.each([
    ['an empty file', { 'snapshot.gm': '' }],
    ['zeros', { 'facts.gm': '\0'.repeat(5000), 'writer.lock': '\0'.repeat(90) }],
    ['a lock cut short', { 'writer.lock': '{"pid":12,"ho' }],
  ])('%s', async (_, files) => {
    const directory = await directoryWith(files);
    await save(directory);
    expect(await storeIn(directory).load(({ generation }) => generation)).toBe(1);
  });

  it('a store with one file that is whole', async () => {
    const directory = new MemoryDirectory();
    await save(directory);
    await directory.write('snapshot.gm', Buffer.from('damaged from its first byte on'));
    await save(directory);
    expect(await storeIn(directory).load(({ generation }) => generation)).toBe(1);
  });
});
