/** What is derived again while nothing else is to be done, and what comes of an index that is wrong. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSync } from '../../src/base/cooperative.ts';
import { updateGraph } from '../../src/graph/update.ts';
import type { SnapshotPatch } from '../../src/indexing/patch.ts';
import { scanProject } from '../../src/indexing/project-scan.ts';
import { type RecheckInput, recheck } from '../../src/indexing/recheck.ts';
import {
  cacheKeyOf,
  fromStored,
  type IndexState,
  type StoredSections,
  toStoredSteps,
} from '../../src/indexing/stored-index.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { Project } from '../../src/project/project.ts';
import { DiskDirectory } from '../../src/store/disk-directory.ts';
import type { Facts } from '../../src/store/facts-file.ts';
import { SnapshotStore } from '../../src/store/snapshot-store.ts';
import { fakeClock, fakeSystem } from '../helpers/fake-watch.ts';
import { type TempProject, tempProject, tempShop, testWriter } from '../project/temp-project.ts';

const PAIR = {
  'a.ts': 'export function a() {}',
  'b.ts': "import { a } from './a';\nexport function b() { a(); }",
};
const B = toRepoPath('b.ts');

function storeOf({ config }: TempProject): SnapshotStore<StoredSections, SnapshotPatch> {
  const cacheKey = cacheKeyOf(config);
  return new SnapshotStore(new DiskDirectory(config.storeDir), { writer: testWriter(), cacheKey });
}

async function indexed(temp: TempProject): Promise<RecheckInput> {
  await temp.indexed();
  const state = await storeOf(temp).load((stored) => fromStored(stored, cacheKeyOf(temp.config)));
  const facts = (await storeOf(temp).loadFacts())?.facts;
  if (state === undefined || facts === undefined) throw new Error('nothing was stored');
  const { manifest } = state.snapshot;
  const projectScan = await scanProject(temp.config, manifest, { scannedMs: 0 });
  return { config: temp.config, state, facts, projectScan, turn: 0, now: () => 0 };
}

/** A state in which nothing leads out of b.ts. */
function withoutEdges(state: IndexState): IndexState {
  const { graph } = state.snapshot;
  const change = { paths: graph.paths(), files: new Map(), edges: new Map([[B, []]]) };
  const wrong = updateGraph(graph, { ...change, renumbered: new Map() });
  return { ...state, snapshot: { ...state.snapshot, graph: wrong } };
}

describe('a sample of files', () => {
  it('matches the index for every choice of files', async () => {
    const input = await indexed(await tempShop());
    const found = [];
    for (let turn = 0; turn < 8; turn++) found.push(await recheck({ ...input, turn }));
    expect(found).toEqual(Array.from({ length: 8 }, () => ({ fileCount: 5, mismatch: undefined })));
  });

  it('reveals facts that belong to other content', async () => {
    const input = await indexed(await tempProject(PAIR));
    const { facts } = input;
    const lying: Facts = {
      ...facts,
      generation: facts.generation,
      paths: facts.paths,
      cacheKey: facts.cacheKey,
      hashOf: (path) => facts.hashOf(path),
      bytesOf: (path) => facts.bytesOf(path),
      get: (path, hash) => (path === B ? facts.get(toRepoPath('a.ts')) : facts.get(path, hash)),
    };
    const { mismatch } = await recheck({ ...input, facts: lying });
    expect(mismatch).toBe('the contents of b.ts');
  });

  it('reveals missing edges', async () => {
    const input = await indexed(await tempProject(PAIR));
    const { mismatch } = await recheck({ ...input, state: withoutEdges(input.state) });
    expect(mismatch).toBe('the target of b.ts');
  });

  it('skips a file that was edited in the meantime', async () => {
    const temp = await tempProject(PAIR);
    const input = await indexed(temp);
    await temp.write('a.ts', 'export class a {}');
    expect(await recheck(input)).toEqual({ fileCount: 1, mismatch: undefined });
  });
});

it('reports and rebuilds a wrong index of a served project', async () => {
  const temp = await tempProject(PAIR);
  const { state } = await indexed(temp);
  await storeOf(temp).withWriterLock(async (writer) => {
    const facts = (await storeOf(temp).loadFacts())?.facts;
    const nothing = { changed: new Map(), removed: new Set<never>() };
    await writer.save(runSync(toStoredSteps(withoutEdges(state))), facts, nothing);
  });
  const clock = fakeClock();
  const notices: string[] = [];
  const notice = (line: string) => notices.push(line);
  const watch = { recursive: false, timers: clock, open: fakeSystem().open, notice };
  const project = new Project(temp.config, { writer: testWriter({ now: clock.now }), watch });
  onTestFinished(() => project.close());
  await project.prepare({ refresh: true, notice });
  expect(project.status().edges.calls).toBe(0);
  const deadline = { timeout: 60_000 };
  await expect
    .poll(async () => {
      await clock.pass(60_000);
      return project.status().rechecks.mismatches;
    }, deadline)
    .toEqual(['the target of b.ts']);
  await expect.poll(() => project.status().edges.calls, deadline).toBe(1);
  expect(notices).toContainEqual(expect.stringContaining('was wrong about the target of b.ts'));
}, 120_000);
