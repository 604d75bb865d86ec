import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { buildGraph } from '../../src/graph/build.ts';
import { fromRecord, type GraphRecord, toRecord } from '../../src/graph/record.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { Directory } from '../../src/store/directory.ts';
import { DiskDirectory } from '../../src/store/disk-directory.ts';
import { sealEnvelope } from '../../src/store/envelope.ts';
import { type LoadedSnapshot, SnapshotStore } from '../../src/store/snapshot-store.ts';
import { FORMAT_VERSION } from '../../src/store/versions.ts';
import { FaultyDirectory } from '../helpers/faulty-directory.ts';
import { anyGraphInput } from '../helpers/graph-fixtures.ts';
import { MemoryDirectory } from '../helpers/memory-directory.ts';
import {
  changesBetween,
  fileRecord,
  type Patch,
  type Sections,
  snapshotOf,
  storeOptions,
  type Tree,
} from './store-fixtures.ts';

const FIRST: Tree = { 'a.ts': 'alpha', 'b.ts': 'beta gamma' };
const SECOND: Tree = { 'a.ts': 'alpha two', 'c.ts': 'new' };
const whole = (stored: LoadedSnapshot<Sections, Patch>) => stored;

function storeIn(directory: Directory): SnapshotStore<Sections, Patch> {
  return new SnapshotStore<Sections, Patch>(directory, storeOptions());
}

/** Saves states one after the other, each in a session of its own. */
async function save(store: SnapshotStore<Sections, Patch>, ...trees: Tree[]): Promise<void> {
  let before: Tree = {};
  for (const [index, tree] of trees.entries()) {
    const changes = changesBetween(before, tree);
    await store.withWriterLock(async (writer) =>
      writer.save(snapshotOf(index + 1, tree), (await store.loadFacts())?.facts, changes),
    );
    before = tree;
  }
}

async function expectState(store: SnapshotStore<Sections, Patch>, generation: number, tree: Tree) {
  expect(await store.load(whole)).toEqual({
    ...snapshotOf(generation, tree),
    cacheKey: 'test 1',
    deltas: [],
    tip: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const { facts } = (await store.loadFacts()) ?? {};
  expect(facts?.generation).toBe(generation);
  expect(facts?.paths).toEqual(Object.keys(tree).sort());
  for (const [path, text] of Object.entries(tree))
    expect(facts?.get(toRepoPath(path), `#${text}`)).toEqual(fileRecord(path, text));
}

describe.each<[string, () => Promise<Directory>]>([
  ['memory', async () => new MemoryDirectory()],
  ['disk', async () => new DiskDirectory(join(await mkdtemp(join(tmpdir(), 'gm-')), 'store'))],
])('a snapshot store in %s', (_, make) => {
  test('is empty at first and then returns the last saved state', async () => {
    const directory = await make();
    const store = storeIn(directory);
    expect(await store.load(whole)).toBeUndefined();
    expect(await store.loadFacts()).toBeUndefined();
    expect((await store.holdings()).sizeBytes).toBe(0);

    await save(store, FIRST);
    await expectState(store, 1, FIRST);
    await save(store, FIRST, SECOND);
    await expectState(storeIn(directory), 2, SECOND);

    const files = await directory.list();
    expect(files.map((file) => file.name)).toEqual(['facts.gm', 'snapshot.gm']);
    expect((await store.holdings()).sizeBytes).toBe(
      files.reduce((sum, file) => sum + file.sizeBytes, 0),
    );
    if (directory instanceof DiskDirectory)
      await rm(join(directory.location, '..'), { recursive: true });
  });
});

describe('a chain of deltas', () => {
  /** Appends the step between two trees to what is stored, and returns the new tip. */
  const append = (
    store: SnapshotStore<Sections, Patch>,
    generation: number,
    before: Tree,
    after: Tree,
  ): Promise<string> =>
    store.withWriterLock(async (writer) => {
      const { tip = '' } = (await store.loadFacts()) ?? {};
      const changes = changesBetween(before, after);
      return writer.append({ generation, after: tip, patch: { tree: after }, ...changes });
    });

  test('is read together with the snapshot and facts that it is based on', async () => {
    const store = storeIn(new MemoryDirectory());
    await save(store, FIRST);
    await append(store, 2, FIRST, SECOND);
    const tip = await append(store, 3, SECOND, FIRST);
    const stored = await store.load(whole);
    expect(stored?.generation).toBe(1);
    expect(stored?.deltas.map(({ patch }) => patch.tree)).toEqual([SECOND, FIRST]);
    const loaded = await store.loadFacts();
    expect(loaded).toMatchObject({ tip, deltaCount: 2 });
    expect(stored?.tip).toBe(tip);
    expect(loaded?.facts.paths).toEqual(Object.keys(FIRST).sort());
    for (const [path, text] of Object.entries(FIRST))
      expect(loaded?.facts.get(toRepoPath(path), `#${text}`)).toEqual(fileRecord(path, text));
  });

  test('ends at a damaged delta and keeps the state before it', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    const tip = await append(store, 2, FIRST, SECOND);
    await append(store, 3, SECOND, FIRST);
    await alter(directory, 'delta-3.gm', (bytes) => bytes.subarray(0, bytes.length - 1));
    expect((await store.load(whole))?.deltas.map(({ generation }) => generation)).toEqual([2]);
    expect(await store.loadFacts()).toMatchObject({ tip, deltaCount: 1 });
  });

  test('does not continue with leftovers of another delta of the same generation', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    await append(store, 2, FIRST, SECOND);
    await append(store, 3, SECOND, FIRST);
    const leftover = Uint8Array.from((await directory.read('delta-3.gm'))!);
    await directory.remove('delta-2.gm');
    await append(store, 2, FIRST, {});
    expect((await directory.read('delta-3.gm'))!).toEqual(leftover);
    expect((await store.load(whole))?.deltas.map(({ patch }) => patch.tree)).toEqual([{}]);
  });

  test('ends with the next save, which includes its changes', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    await append(store, 2, FIRST, SECOND);
    await directory.write('delta-9.gm.tmp', Buffer.from('x'));
    await store.withWriterLock(async (writer) =>
      writer.save(
        snapshotOf(3, FIRST),
        (await store.loadFacts())?.facts,
        changesBetween(SECOND, FIRST),
      ),
    );
    await expectState(store, 3, FIRST);
    const names = (await directory.list()).map((file) => file.name);
    expect(names).toEqual(['facts.gm', 'snapshot.gm']);
  });
});

test.each(['snapshot.gm', 'delta-2.gm'])(
  'the store fingerprint changes with another %s of the same size',
  async (name) => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    const holdingsOf = async (fill: number) => {
      const kind = name === 'snapshot.gm' ? 'snapshot' : 'delta';
      await directory.write(
        name,
        sealEnvelope(kind, 8, (payload) => payload.fill(fill)),
      );
      return store.holdings();
    };
    const [one, other, again] = [await holdingsOf(1), await holdingsOf(2), await holdingsOf(1)];
    expect(other.sizeBytes).toBe(one.sizeBytes);
    expect(other.fingerprint).not.toBe(one.fingerprint);
    expect(again).toEqual(one);
  },
);

test('equal states are stored as equal bytes, however they were reached', async () => {
  const bytesAfter = async (...trees: Tree[]): Promise<unknown> => {
    const directory = new MemoryDirectory();
    await save(storeIn(directory), ...trees);
    return [await directory.read('snapshot.gm'), await directory.read('facts.gm')];
  };
  expect(await bytesAfter(FIRST, SECOND)).toEqual(await bytesAfter({}, SECOND));
});

test('a vector graph survives a round trip through the store', async () => {
  await fc.assert(
    fc.asyncProperty(anyGraphInput, async ({ files, edges }) => {
      const graph = buildGraph(files, edges);
      const store = new SnapshotStore<{ graph: GraphRecord }, Patch>(
        new MemoryDirectory(),
        storeOptions(),
      );
      const sections = { graph: toRecord(graph) };
      await store.withWriterLock((writer) =>
        writer.save({ ...snapshotOf(1, {}), sections }, undefined, changesBetween({}, {})),
      );
      const copy = await store.load((stored) => fromRecord(stored.sections.graph));
      expect(copy?.columns).toEqual(graph.columns);
    }),
    { numRuns: 30 },
  );
});

describe('stored facts', () => {
  test('are ignored if another program version wrote them, while the snapshot is used', async () => {
    const directory = new MemoryDirectory();
    await save(storeIn(directory), FIRST);
    const newer = new SnapshotStore<Sections, Patch>(directory, {
      ...storeOptions(),
      cacheKey: 'test 2',
    });
    expect(await newer.loadFacts()).toBeUndefined();
    expect(await newer.load((stored) => stored.cacheKey)).toBe('test 1');
  });

  test.each<[string, (directory: Directory) => Promise<void>]>([
    ['missing', (directory) => directory.remove('facts.gm')],
    ['cut', (directory) => alter(directory, 'facts.gm', (bytes) => bytes.subarray(0, 50))],
    ['of another format', (directory) => alter(directory, 'facts.gm', (b) => b.fill(9, 4, 8))],
    [
      'a snapshot',
      async (directory) => {
        await directory.write('facts.gm', (await directory.read('snapshot.gm'))!);
      },
    ],
  ])('are ignored if they are %s, while the snapshot stays complete', async (_, harm) => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    await harm(directory);
    expect(await store.loadFacts()).toBeUndefined();
    expect(await store.load(whole)).toMatchObject(snapshotOf(1, FIRST));
  });
});

describe('cached facts', () => {
  test('are not read again while the file is unchanged', async () => {
    const directory = new FaultyDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    await store.loadFacts();
    const reads = () => directory.operations.filter((one) => one === 'read facts.gm').length;
    const before = reads();
    await expectState(store, 1, FIRST);
    expect(reads()).toBe(before);
  });

  test('are read again after another process saved', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    await store.loadFacts();
    await save(storeIn(directory), FIRST, SECOND);
    await expectState(store, 2, SECOND);
  });
});

describe('a stored snapshot', () => {
  test('reports GM_STORE_VERSION if it has another format', async () => {
    const directory = new MemoryDirectory();
    await save(storeIn(directory), FIRST);
    await alter(directory, 'snapshot.gm', (bytes) => bytes.fill(FORMAT_VERSION + 1, 4, 5));
    await expect(storeIn(directory).load(whole)).rejects.toMatchObject({
      code: 'GM_STORE_VERSION',
      hint: expect.stringContaining('graph-memory index'),
    });
  });

  test('reports GM_STORE_CORRUPT with the reason if it cannot be revived', async () => {
    const store = storeIn(new MemoryDirectory());
    await save(store, FIRST);
    const cause = new Error('graph record: no such column');
    const attempt = store.load(() => {
      throw cause;
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'GM_STORE_CORRUPT',
      message: 'the store is damaged: graph record: no such column',
      hint: expect.stringContaining('graph-memory index'),
      cause,
    });
  });

  test('is rejected or unchanged after any damage', async () => {
    const directory = new MemoryDirectory();
    await save(storeIn(directory), FIRST);
    const bytes = [...(await directory.read('snapshot.gm'))!];
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'cut', 'add'));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        const damaged = new MemoryDirectory();
        let altered = bytes;
        for (const [place, value, how] of edits) {
          const offset = place % (altered.length + 1);
          altered =
            how === 'cut'
              ? altered.slice(0, offset)
              : altered.toSpliced(offset, how === 'set' ? 1 : 0, value);
        }
        await damaged.write('snapshot.gm', Uint8Array.from(altered));
        const isSame = Buffer.from(altered).equals(Buffer.from(bytes));
        const code = await storeIn(damaged)
          .load(whole)
          .then(() => 'whole', errorCode);
        if (isSame) expect(code).toBe('whole');
        else expect(['GM_STORE_CORRUPT', 'GM_STORE_VERSION']).toContain(code);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the writer lock', () => {
  test('is released if the work fails, and the error is passed on', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    const attempt = store.withWriterLock(async () => {
      throw new Error('parser broke');
    });
    await expect(attempt).rejects.toThrow('parser broke');
    expect(await directory.list()).toEqual([]);
  });

  test('excludes a second writer but not readers', async () => {
    const directory = new MemoryDirectory();
    await save(storeIn(directory), FIRST);
    await storeIn(directory).withWriterLock(async () => {
      await expect(save(storeIn(directory), SECOND)).rejects.toMatchObject({ code: 'GM_BUSY' });
      await expectState(storeIn(directory), 1, FIRST);
    });
    await save(storeIn(directory), SECOND);
  });

  test('aborts the save if it was lost', async () => {
    const directory = new MemoryDirectory();
    const store = storeIn(directory);
    await save(store, FIRST);
    const attempt = store.withWriterLock(async (writer) => {
      await directory.remove('writer.lock');
      await writer.save(snapshotOf(2, SECOND), undefined, changesBetween({}, SECOND));
    });
    await expect(attempt).rejects.toMatchObject({ code: 'GM_BUSY' });
    await expectState(store, 1, FIRST);
  });
});

test('a save does not write through a symbolic link shipped with a project', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'gm-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const victim = join(parent, 'victim');
  await writeFile(victim, 'precious');
  await mkdir(join(parent, 'store'));
  for (const name of ['facts.gm.tmp', 'snapshot.gm.tmp'])
    await symlink(victim, join(parent, 'store', name));
  const store = storeIn(new DiskDirectory(join(parent, 'store')));
  await save(store, FIRST);
  await expectState(store, 1, FIRST);
  expect(await readFile(victim, 'utf8')).toBe('precious');
});

test('a save removes leftovers of crashed saves and nothing else', async () => {
  const directory = new MemoryDirectory();
  const left = ['facts.gm.tmp', 'snapshot.gm.tmp', 'writer.lock.stale-7'];
  for (const name of [...left, 'notes.tmp']) await directory.write(name, Buffer.from('x'));
  await save(storeIn(directory), FIRST);
  const names = (await directory.list()).map((file) => file.name);
  expect(names).toEqual(['facts.gm', 'notes.tmp', 'snapshot.gm']);
});

function errorCode(error: unknown): string {
  return isGraphMemoryError(error) ? error.code : String(error);
}

async function alter(
  directory: Directory,
  name: string,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  await directory.write(name, change(Uint8Array.from((await directory.read(name))!)));
}

// Windows keeps rights elsewhere.
test.runIf(process.platform !== 'win32')(
  'a graph that a library writes is for its owner alone',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graph-memory-graph-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const none = { keys: new Uint32Array(), labels: new Uint32Array() };
    await storeIn(new DiskDirectory(folder)).withWriterLock((writer) =>
      writer.saveGraph(async (path) => {
        await writeFile(path, 'points');
        return { model: 'm', dimensions: 1, checksum: 'c', ...none };
      }),
    );
    expect((await stat(join(folder, 'graph.bin'))).mode & 0o777).toBe(0o600);
  },
);
