import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { extractFiles } from '../../src/workers/extract-files.ts';
import type { FileToExtract } from '../../src/workers/extract-one.ts';
import { THREAD_BYTES_MIN } from '../../src/workers/limits.ts';
import { RunMonitor } from '../../src/workers/progress.ts';
import { WorkerFactory } from '../../src/workers/worker-factory.ts';
import type { FileAnswer } from '../../src/workers/worker-messages.ts';
import { runInWorkers } from '../../src/workers/worker-pool.ts';
import { threads } from '../helpers/counted-threads.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';

vi.mock('node:worker_threads', async (load) =>
  (await import('../helpers/counted-threads.ts')).countingThreads(await load()),
);

const ODD = new URL('odd-thread.mjs', import.meta.url);
const SETTINGS = { root: '/', fileSizeBytesMax: 1e6, parseMsMax: 100 };

/** Files of half a batch each. */
function filesNamed(names: readonly string[]) {
  return names.map((name) => ({
    entry: { path: toRepoPath(name), sizeBytes: 70_000, mtimeMs: 0, ctimeMs: 0 },
    knownHashes: [],
  }));
}

/** Collects answers, and what was lost, by path. */
function collecting() {
  const answers = new Map<string, FileAnswer>();
  const lost = new Map<string, { reason: string; detail: string }>();
  const work = {
    bytesOf: ({ entry }: FileToExtract) => entry.sizeBytes,
    request: (files: readonly FileToExtract[]) =>
      ({ kind: 'extract', files, isWhole: true }) as const,
    take: ({ entry }: FileToExtract, answer: FileAnswer) => answers.set(entry.path, answer),
    lose: ({ entry }: FileToExtract, reason: string, detail: string) =>
      lost.set(entry.path, { reason, detail }),
  };
  return { answers, lost, work };
}

const LIMITS = { threads: 2, batchesAtOnce: 1, itemMsMax: 60_000, check: () => {} };

async function run(names: readonly string[], root = '/', limits: Partial<typeof LIMITS> = {}) {
  const { answers, lost, work } = collecting();
  const hangs = names.some((name) => name.includes('hang'));
  const factory = new WorkerFactory(
    { ...SETTINGS, root },
    { threadsMax: 2, heapMbMax: 32, entry: ODD },
  );
  onTestFinished(() => factory.dismiss());
  const left = await runInWorkers(factory, filesNamed(names), work, {
    ...LIMITS,
    itemMsMax: hangs ? 600 : 60_000,
    ...limits,
  });
  return { answers, lost, left: left.map((file) => file.entry.path) };
}

const prepared = WorkerFactory.prototype.prepareFor;

const plain = Array.from({ length: 9 }, (_, index) => `plain${index}.ts`);

it.each([
  ['ends the process', 'exit.ts', 'parseFailed', /its thread ended/],
  ['throws', 'throw.ts', 'parseFailed', /cannot bear throw\.ts/],
  ['needs more memory than a thread has', 'heap.ts', 'parseFailed', /memory limit/],
  ['never comes to an end', 'hang.ts', 'parseBudget', /over 600 ms/],
])('reports a file that %s as lost and answers all others', async (_, odd, reason, detail) => {
  const names = [...plain.slice(0, 4), odd, ...plain.slice(4), `second-${odd}`];
  for (const batchesAtOnce of [1, 2]) {
    const { answers, lost, left } = await run(names, '/', { batchesAtOnce });
    expect(left).toEqual([]);
    expect([...answers.keys()].sort()).toEqual(plain);
    for (const name of plain) expect(answers.get(name)).toMatchObject({ kind: 'known' });
    expect([...lost.keys()].sort()).toEqual([odd, `second-${odd}`].sort());
    expect(lost.get(odd)).toEqual({ reason, detail: expect.stringMatching(detail) });
  }
});

it('ends the run with the error of a thread that reports a broken installation, and skips no file', async () => {
  await expect(run([...plain, 'broken.ts'])).rejects.toMatchObject({
    code: 'GM_INSTALLATION',
    message: 'no grammar',
    hint: 'again',
  });
});

it('reports a file that is lost during extraction as skipped, with the reason', async () => {
  const factory = new WorkerFactory(SETTINGS, { threadsMax: 2, heapMbMax: 32, entry: ODD });
  const entries = ['exit.ts', 'throw.ts'].map((name) => ({
    path: toRepoPath(name),
    sizeBytes: THREAD_BYTES_MIN,
    mtimeMs: 0,
    ctimeMs: 0,
  }));
  const monitor = new RunMonitor(() => performance.now(), {});
  const { outcomes, countTerms } = await extractFiles(factory, entries, undefined, monitor);
  const skipped = (path: string, detail: RegExp) => ({
    isParsed: true,
    skipped: { path, reason: 'parseFailed', detail: expect.stringMatching(detail) },
  });
  expect(outcomes.get(toRepoPath('exit.ts'))).toMatchObject(skipped('exit.ts', /its thread ended/));
  expect(outcomes.get(toRepoPath('throw.ts'))).toMatchObject(skipped('throw.ts', /cannot bear/));
  expect((await countTerms()).size).toBe(0);
});

it('keeps nothing of a finished run while helping could still start', async () => {
  let mayHelp: () => void = () => undefined;
  const from = new Promise<void>((resolve) => {
    mayHelp = resolve;
  });
  const finished = async (): Promise<WeakRef<object>> => {
    const { answers, work } = collecting();
    const answer = (): FileAnswer => expect.fail('helps after the end');
    const help = { from, answer, yieldIfDue: () => Promise.resolve() };
    const factory = new WorkerFactory(SETTINGS, { threadsMax: 2, heapMbMax: 32, entry: ODD });
    await runInWorkers(factory, filesNamed(plain), { ...work, help }, LIMITS);
    await factory.dismiss();
    expect(answers.size).toBe(plain.length);
    return new WeakRef(answers);
  };
  const answers = await finished();
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert(typeof collect === 'function', 'no garbage collector');
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  expect(answers.deref()).toBeUndefined();
  mayHelp();
});

it('lets the calling thread help when idle, except with large files or few batches', async () => {
  const helped: string[] = [];
  const help = {
    from: Promise.resolve(),
    answer: ({ entry }: FileToExtract): FileAnswer => {
      helped.push(entry.path);
      return { kind: 'known', entry: { ...entry, hash: 'of who asks' } };
    },
    yieldIfDue: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
  const names = Array.from({ length: 30 }, (_, index) => `plain${index}.ts`);
  const runOf = async (files: ReturnType<typeof filesNamed>) => {
    helped.length = 0;
    const { answers, work } = collecting();
    const factory = new WorkerFactory(SETTINGS, { threadsMax: 2, heapMbMax: 32, entry: ODD });
    onTestFinished(() => factory.dismiss());
    expect(await runInWorkers(factory, files, { ...work, help }, LIMITS)).toEqual([]);
    return [...answers.keys()].sort();
  };
  expect(await runOf(filesNamed(names))).toEqual(names.toSorted());
  expect(helped.length).toBeGreaterThan(0);
  expect(new Set(helped).size).toBe(helped.length);
  expect(await runOf(filesNamed(names.slice(0, 8)))).toEqual(names.slice(0, 8).toSorted());
  expect(helped).toEqual([]);
  const large = filesNamed(names).map((file) => ({
    ...file,
    entry: { ...file.entry, sizeBytes: 1_000_000 },
  }));
  expect(await runOf(large)).toEqual(names.toSorted());
  expect(helped).toEqual([]);
});

it('fails when an item fails on the helping thread', async () => {
  const { work } = collecting();
  const help = {
    from: Promise.resolve(),
    answer: () => {
      throw new Error('cannot help');
    },
    yieldIfDue: () => Promise.resolve(),
  };
  const factory = new WorkerFactory(SETTINGS, { threadsMax: 2, heapMbMax: 32, entry: ODD });
  onTestFinished(() => factory.dismiss());
  const names = Array.from({ length: 30 }, (_, index) => `plain${index}.ts`);
  const failing = runInWorkers(factory, filesNamed(names), { ...work, help }, LIMITS);
  await expect(failing).rejects.toThrow('cannot help');
  expect(threads.alive).toBe(0);
});

it('returns the files untried when threads cannot be started', async () => {
  const { answers, left } = await run(plain, '/unstartable');
  expect(answers.size).toBe(0);
  expect(left.toSorted()).toEqual(plain);
});

it('ends a cancelled run with the reason while a thread hangs', async () => {
  const check = () => {
    throw new Error('cancelled');
  };
  await expect(run(['hang.ts'], '/', { check })).rejects.toThrow('cancelled');
  expect(threads.alive).toBe(0);
});

it('builds the same index with threads as without', async () => {
  const filler = `// ${'words of a comment '.repeat(2500)}\n`;
  const files = Array.from({ length: 40 }, (_, index): [string, string] => [
    `f${index}.ts`,
    `import { f${index + 1} } from './f${index + 1}';\nexport function f${index}() { f${index + 1}(); }\n${filler}`,
  ]);
  const temp = await tempProject({ ...Object.fromEntries(files), 'odd.ts': 'a\0b' });
  const content = async (threadsMax: number) => {
    const config = { ...temp.config, storeDir: `${temp.config.storeDir}-${threadsMax}` };
    const project = new Project(config, { writer: testWriter(), threadsMax });
    await project.index({});
    const { graph, text, report } = project.snapshot();
    return { lines: [...graphLines(graph)], text: text.data, report };
  };
  expect(await content(3)).toEqual(await content(0));
});

it('uses prepared threads and keeps them waiting until they are dismissed', async () => {
  const factory = new WorkerFactory({ ...SETTINGS }, { threadsMax: 3, heapMbMax: 32, entry: ODD });
  const before = threads.started;
  factory.prepareFor(THREAD_BYTES_MIN);
  expect(threads.started).toBe(before);
  factory.prepareFor(3 * THREAD_BYTES_MIN);
  expect(threads.started).toBe(before + 3);
  for (let turn = 0; turn < 2; turn++) {
    const { answers, work } = collecting();
    await runInWorkers(factory, filesNamed(plain), work, LIMITS);
    expect([...answers.keys()].sort()).toEqual(plain);
    expect(threads).toEqual({ started: before + 3, alive: 3 });
  }
  await factory.dismiss(1);
  expect(threads.alive).toBe(1);
  await factory.dismiss();
  expect(threads.alive).toBe(0);
});

it('leaves no thread behind when a run is cancelled during discovery', async () => {
  const size = 2 * THREAD_BYTES_MIN;
  const half = `// ${'word '.repeat(size / 10)}\n`;
  const temp = await tempProject({ 'a.ts': half, 'b.ts': half, 'c.ts': half, 'd/e.ts': half });
  const project = new Project(temp.config, { writer: testWriter(), threadsMax: 3 });
  const controller = new AbortController();
  const before = threads.started;
  const { signal } = controller;
  const prepareFor = vi.spyOn(WorkerFactory.prototype, 'prepareFor').mockImplementation(function (
    this: WorkerFactory,
    bytes: number,
  ) {
    prepared.call(this, bytes);
    if (threads.started > before) controller.abort();
  });
  onTestFinished(() => prepareFor.mockRestore());
  await expect(project.index({ signal })).rejects.toMatchObject({ code: 'GM_CANCELLED' });
  expect(threads.started).toBeGreaterThan(before);
  expect(threads.alive).toBe(0);
});

it('replaces a prepared thread that has failed, even if the replacement fails too', async () => {
  const settings = { ...SETTINGS, root: '/unstartable' };
  const factory = new WorkerFactory(settings, { threadsMax: 2, heapMbMax: 32, entry: ODD });
  factory.prepareFor(2 * THREAD_BYTES_MIN);
  expect(threads.alive).toBe(2);
  await vi.waitFor(() => expect(threads.alive).toBe(0), 10_000);
  const left = await runInWorkers(factory, filesNamed(plain), collecting().work, LIMITS);
  expect(left.map(({ entry }) => entry.path).toSorted()).toEqual(plain);
});
