/**
 * Every operation of a save is refused, torn, or the last one before the process or the power is
 * gone; whoever opens the store afterwards finds the old snapshot or the new one, whole.
 */
import { describe, expect, test } from 'vitest';
import { toRepoPath } from '../../src/model/path.ts';
import { SnapshotStore } from '../../src/store/snapshot-store.ts';
import { type Fault, FaultyDirectory } from '../helpers/faulty-directory.ts';
import {
  changesBetween,
  fileRecord,
  type Patch,
  type Sections,
  snapshotOf,
  storeOptions,
  type Tree,
} from './store-fixtures.ts';

const NOTHING: Tree = {};
const OLD: Tree = { 'a.ts': 'alpha', 'b.ts': 'beta gamma', 'same.ts': 'same' };
const NEW: Tree = { 'a.ts': 'alpha two', 'c.ts': 'new', 'same.ts': 'same' };
const NEXT: Tree = { 'd.ts': 'delta', 'same.ts': 'same' };
const STATES: readonly Tree[] = [NOTHING, OLD, NEW, NEXT];

const DEAD_PID = 200;

function storeIn(directory: FaultyDirectory, pid: number): SnapshotStore<Sections, Patch> {
  return new SnapshotStore<Sections, Patch>(directory, storeOptions({ pid }));
}

/** What an update does: reads the facts, and saves the state of this generation. */
async function update(
  store: SnapshotStore<Sections, Patch>,
  generation: number,
  how: 'save' | 'append' = 'save',
): Promise<void> {
  const tree = STATES[generation]!;
  await store.withWriterLock(async (writer) => {
    const loaded = await store.loadFacts();
    const before = STATES[loaded?.facts.generation ?? 0]!;
    const changes = changesBetween(before, tree);
    if (how === 'append' && loaded !== undefined)
      await writer.append({ generation, after: loaded.tip, patch: { tree }, ...changes });
    else await writer.save(snapshotOf(generation, tree), loaded?.facts, changes);
  });
}

/** Returns the generation that is there, having made sure that all of it is. */
async function generationIn(directory: FaultyDirectory): Promise<number> {
  const store = storeIn(directory, 1);
  const snapshot = await store.load((stored) => stored);
  const base = snapshot?.generation ?? 0;
  if (snapshot !== undefined) {
    const { deltas, tip, ...rest } = snapshot;
    expect(rest).toEqual({ ...snapshotOf(base, STATES[base]!), cacheKey: 'test 1' });
    expect(tip).not.toBe('');
    for (const delta of deltas) expect(delta.patch.tree).toEqual(STATES[delta.generation]);
  }
  const generation = snapshot?.deltas.at(-1)?.generation ?? base;
  const facts = (await store.loadFacts())?.facts;
  // Facts may be ahead of the snapshot, never behind it.
  expect(facts?.generation ?? 0).toBeGreaterThanOrEqual(generation);
  const tree = STATES[facts?.generation ?? 0]!;
  expect(facts?.paths ?? []).toEqual(Object.keys(tree).sort());
  for (const [path, text] of Object.entries(tree))
    expect(facts?.get(toRepoPath(path), `#${text}`)).toEqual(fileRecord(path, text));
  return generation;
}

/** Directories holding the state before the save, from nothing or from one save earlier. */
async function startAt(generation: number): Promise<FaultyDirectory> {
  const directory = new FaultyDirectory();
  for (let past = 1; past <= generation; past++) await update(storeIn(directory, 1), past);
  return directory;
}

async function operationsOfUpdate(
  before: number,
  how: 'save' | 'append' = 'save',
): Promise<readonly string[]> {
  const directory = (await startAt(before)).withFault({ operation: -1, kind: 'fail' });
  await update(storeIn(directory, 1), before + 1, how);
  return directory.operations;
}

test('a save performs the operations that the cases below interrupt', async () => {
  expect(await operationsOfUpdate(1)).toEqual([
    'list the files',
    'read the head of facts.gm',
    'create writer.lock',
    'read the head of facts.gm',
    'read facts.gm',
    'read delta-2.gm',
    'read writer.lock',
    'remove snapshot.gm.tmp',
    'remove facts.gm.tmp',
    'list the files',
    'write facts.gm.tmp',
    'sync facts.gm.tmp',
    'rename facts.gm.tmp to facts.gm',
    'sync the folder',
    'read writer.lock',
    'write snapshot.gm.tmp',
    'sync snapshot.gm.tmp',
    'rename snapshot.gm.tmp to snapshot.gm',
    'sync the folder',
    'list the files',
    'read writer.lock',
    'remove writer.lock',
  ]);
});

test('an appended delta leaves the existing files untouched', async () => {
  expect(await operationsOfUpdate(1, 'append')).toEqual([
    'list the files',
    'read the head of facts.gm',
    'create writer.lock',
    'read the head of facts.gm',
    'read facts.gm',
    'read delta-2.gm',
    'read writer.lock',
    'remove delta-2.gm.tmp',
    'write delta-2.gm.tmp',
    'sync delta-2.gm.tmp',
    'rename delta-2.gm.tmp to delta-2.gm',
    'sync the folder',
    'read writer.lock',
    'remove writer.lock',
  ]);
});

describe.each([
  [0, 'save'],
  [1, 'save'],
  [1, 'append'],
] as const)('saving from generation %d by %s', (before, how) => {
  const after = before + 1;

  async function faults(kinds: readonly Fault['kind'][]): Promise<Fault[]> {
    const operations = await operationsOfUpdate(before, how);
    return operations.flatMap((_, operation) => kinds.map((kind) => ({ operation, kind })));
  }

  async function broken(fault: Fault): Promise<FaultyDirectory> {
    const directory = (await startAt(before)).withFault(fault);
    const attempt = update(storeIn(directory, DEAD_PID), after, how);
    await expect(attempt).rejects.toMatchObject({ code: 'GM_IO', cause: { code: 'EIO' } });
    return directory;
  }

  test('leaves the old or the new state after a failed operation, and the next save works', async () => {
    const seen = new Set<number>();
    for (const fault of await faults(['fail'])) {
      const directory = (await startAt(before)).withFault(fault);
      const store = storeIn(directory, 42);
      await expect(update(store, after, how)).rejects.toMatchObject({ code: 'GM_IO' });
      seen.add(await generationIn(directory));
      const left = (await directory.list()).filter((file) => file.name.endsWith('.tmp'));
      expect(left).toEqual([]);
      await update(store, 3);
      expect(await generationIn(directory)).toBe(3);
      const names = (await directory.list()).map((file) => file.name);
      expect(names).toEqual(['facts.gm', 'snapshot.gm']);
    }
    expect(seen).toEqual(new Set([before, after]));
  });

  test.each<[string, (directory: FaultyDirectory) => FaultyDirectory]>([
    ['process dies', (directory) => directory.afterCrash()],
    ['power goes, and takes names along', (directory) => directory.afterPowerLoss('old')],
    ['power goes, and leaves names', (directory) => directory.afterPowerLoss('new')],
  ])('leaves the old or the new state when the %s', async (_, restart) => {
    const seen = new Set<number>();
    for (const fault of await faults(['crash', 'tear'])) {
      const directory = restart(await broken(fault));
      seen.add(await generationIn(directory));
      await update(storeIn(directory, 43), 3);
      expect(await generationIn(directory)).toBe(3);
      const names = (await directory.list()).map((file) => file.name);
      expect(names).toEqual(['facts.gm', 'snapshot.gm']);
    }
    expect(seen).toEqual(new Set([before, after]));
  });

  test('leaves the new state even after a power loss once the save has returned', async () => {
    for (const names of ['old', 'new'] as const) {
      const directory = await startAt(before);
      await update(storeIn(directory, DEAD_PID), after, how);
      expect(await generationIn(directory.afterPowerLoss(names))).toBe(after);
    }
  });
});

describe('saving vectors', () => {
  const setOf = (model: string) => ({
    model,
    recipe: 'test',
    dimensions: 1,
    keys: Uint32Array.of(1, 2),
    rows: Int8Array.of(5),
  });

  async function saveVectors(directory: FaultyDirectory, pid: number, model: string) {
    await storeIn(directory, pid).withWriterLock((writer) => writer.saveVectors(setOf(model)));
  }

  async function withVectors(): Promise<FaultyDirectory> {
    const directory = await startAt(1);
    await saveVectors(directory, 1, 'old');
    return directory;
  }

  test.each<[string, Fault['kind'], (directory: FaultyDirectory) => FaultyDirectory]>([
    ['the disk refuses', 'fail', (directory) => directory],
    ['the process dies', 'crash', (directory) => directory.afterCrash()],
    ['the process dies in the middle', 'tear', (directory) => directory.afterCrash()],
    ['power goes, and takes names along', 'tear', (directory) => directory.afterPowerLoss('old')],
    ['power goes, and leaves names', 'tear', (directory) => directory.afterPowerLoss('new')],
  ])(
    'when %s, leaves the old or the new vectors and the same snapshot',
    async (_, kind, restart) => {
      const known = (await withVectors()).withFault({ operation: -1, kind: 'fail' });
      await saveVectors(known, 1, 'new');
      const seen = new Set<string | undefined>();
      for (let operation = 0; operation < known.operations.length; operation++) {
        const directory = (await withVectors()).withFault({ operation, kind });
        const attempt = saveVectors(directory, DEAD_PID, 'new');
        await expect(attempt).rejects.toMatchObject({ code: 'GM_IO' });
        const found = restart(directory);
        seen.add((await storeIn(found, 1).loadVectors())?.model);
        expect(await generationIn(found)).toBe(1);
        await saveVectors(found, 43, 'next');
        expect((await storeIn(found, 1).loadVectors())?.model).toBe('next');
      }
      expect(seen).toEqual(new Set(['old', 'new']));
    },
  );
});
