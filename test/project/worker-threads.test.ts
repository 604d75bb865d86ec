/** Files that would keep a server from answering are extracted on a thread, with the same outcome. */
import { expect, test, vi } from 'vitest';
import { toRepoPath } from '../../src/model/path.ts';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { threads } from '../helpers/counted-threads.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

vi.mock('node:worker_threads', async (load) =>
  (await import('../helpers/counted-threads.ts')).countingThreads(await load()),
);

const QUICK = { 'a.ts': 'export function a() {}', 'b.py': 'def b(): pass' };
/** Long enough for parsing to ask how late it is. */
const SLOW = 'export const value = [1, 2, 3];\n'.repeat(2000);
const SLOW_PATH = toRepoPath('slow.ts');
const LONG = "import { a } from './a';\nexport const one = a();\n".repeat(12_000);

/** Goes on by so much each time that it is read. */
function steppingClock() {
  const clock = { stepMs: 0, nowMs: Date.now() };
  const now = (): number => {
    clock.nowMs += clock.stepMs;
    return clock.nowMs;
  };
  return { clock, now };
}

function serving(temp: TempProject, { threadsMax = 2, now = () => Date.now() } = {}): Project {
  return new Project(temp.config, { writer: testWriter({ now }), threadsMax, answerWaitMs: 1000 });
}

/** What a new index, made without threads, has of all files. */
async function fresh({ config }: TempProject): Promise<readonly string[]> {
  const storeDir = `${config.storeDir}-fresh`;
  const project = new Project({ ...config, storeDir }, { writer: testWriter() });
  await project.index({});
  return [...graphLines(project.snapshot().graph)];
}

test.each([
  ['takes long to parse', 'slow.ts', SLOW],
  ['is long', 'long.ts', LONG],
])('extracts a file that %s on a thread while questions are answered', async (_, path, text) => {
  const temp = await tempProject(QUICK, { include: ['**/*'] });
  const { clock, now } = steppingClock();
  const project = serving(temp, { now });
  threads.started = 0;
  await project.index({});
  expect(threads.started).toBe(0);
  await temp.write(path, text);
  clock.stepMs = 1000;
  await project.index({});
  expect(threads.started).toBe(1);
  const expected = await fresh(temp);
  expect(threads.started).toBe(1);
  expect([...graphLines(project.snapshot().graph)]).toEqual(expected);
});

test('extracts everything itself when a server may not use threads', async () => {
  const temp = await tempProject({ ...QUICK, 'long.ts': LONG }, { include: ['**/*'] });
  const project = serving(temp, { threadsMax: 1 });
  threads.started = 0;
  await project.index({});
  expect(threads.started).toBe(0);
  expect([...graphLines(project.snapshot().graph)]).toEqual(await fresh(temp));
});

test('omits the current declarations of a file when parsing it would delay other answers', async () => {
  const temp = await tempProject(QUICK, { include: ['**/*'] });
  const { clock, now } = steppingClock();
  const project = serving(temp, { now });
  await project.index({});
  await temp.write('slow.ts', SLOW);
  await temp.write('long.ts', LONG);
  clock.stepMs = 1000;
  expect(await project.declarationsNow(SLOW_PATH)).toBeUndefined();
  expect(await project.declarationsNow(toRepoPath('long.ts'))).toBeUndefined();
  expect(await project.declarationsNow(toRepoPath('a.ts'))).toMatchObject([{ name: 'a' }]);
  clock.stepMs = 0;
  expect(await project.declarationsNow(SLOW_PATH)).toHaveLength(2000);
  // A command has nobody else waiting.
  const alone = new Project(temp.config, { writer: testWriter({ now }) });
  clock.stepMs = 1000;
  expect(await alone.declarationsNow(SLOW_PATH)).toHaveLength(2000);
});
