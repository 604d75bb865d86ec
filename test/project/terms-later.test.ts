/** Terms that threads count while references are resolved. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { runPipeline } from '../../src/indexing/pipeline.ts';
import { scanProject } from '../../src/indexing/project-scan.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { RunMonitor } from '../../src/workers/progress.ts';
import { WorkerFactory } from '../../src/workers/worker-factory.ts';
import type { ThreadRequest } from '../../src/workers/worker-messages.ts';
import { type TempProject, tempProject } from './temp-project.ts';

// Less than there is: terms of the last files are counted with their facts.
vi.mock('../../src/workers/limits.ts', async (load) => ({
  ...(await load<typeof import('../../src/workers/limits.ts')>()),
  WAITING_SIZE_MAX: 600_000,
}));

/** What threads were asked. */
const requested: string[] = [];
vi.mock('node:worker_threads', async (load) => {
  const original = await load<typeof import('node:worker_threads')>();
  class Worker extends original.Worker {
    override postMessage(request: ThreadRequest): void {
      requested.push(request.kind === 'extract' && request.isWhole ? 'whole' : request.kind);
      super.postMessage(request);
    }
  }
  return { ...original, Worker };
});

async function largeProject(): Promise<TempProject> {
  const filler = `// ${'words of a comment '.repeat(2500)}\n`;
  const files = Array.from({ length: 40 }, (_, index): [string, string] => [
    `f${index}.ts`,
    `import { f${index + 1} } from './f${index + 1}';\nexport function f${index}() { f${index + 1}(); }\n${filler}`,
  ]);
  return tempProject({ ...Object.fromEntries(files), 'page.md': '# Page\n\nOf `f1`.\n' });
}

async function contentBy(
  { config }: TempProject,
  threadsMax: number,
  entry?: URL,
  signal?: AbortSignal,
) {
  const { root, code } = config;
  const { fileSizeBytesMax, parseMsMax } = code;
  const options = { threadsMax, ...(entry && { entry }) };
  const threads = new WorkerFactory({ root, fileSizeBytesMax, parseMsMax }, options);
  onTestFinished(() => threads.dismiss());
  const projectScan = await scanProject(config, new Map(), { scannedMs: Date.now() });
  const monitor = new RunMonitor(() => performance.now(), { signal });
  const settings = { generation: 1, threads, monitor, others: [] };
  requested.length = 0;
  const { snapshot, changes } = await runPipeline(projectScan, undefined, settings);
  const { graph, text, docsText, report } = snapshot;
  const stored = Array.from(changes.changed, ([path, { hash, bytes }]) => [
    path,
    hash,
    Buffer.from(bytes).toString('hex'),
  ]);
  const lines = [...graphLines(graph)];
  return { lines, text: text.data, docs: docsText.data, report, stored: stored.sort() };
}

it('returns the same terms whether they are counted together with the facts or later', async () => {
  const temp = await largeProject();
  const later = await contentBy(temp, 2);
  expect(new Set(requested)).toEqual(new Set(['extract', 'whole', 'count']));
  expect(later).toEqual(await contentBy(temp, 0));
});

it("counts a file's terms together with its facts when counting them ends a thread", async () => {
  const temp = await largeProject();
  const content = await contentBy(temp, 2, new URL('odd-count.mjs', import.meta.url));
  expect(requested).toContain('count');
  expect(requested.at(-1)).toBe('whole');
  expect(content).toEqual(await contentBy(temp, 0));
});

it('stops counting terms when the run is cancelled', async () => {
  const temp = await largeProject();
  const controller = new AbortController();
  const posted = vi.spyOn(requested, 'push').mockImplementation((kind) => {
    if (kind === 'count') controller.abort();
    return 0;
  });
  onTestFinished(() => posted.mockRestore());
  await expect(contentBy(temp, 2, undefined, controller.signal)).rejects.toMatchObject({
    code: 'GM_CANCELLED',
  });
});
