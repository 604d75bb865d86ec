/** Two processes on one store: what one has worked out, the other takes over. */
import { expect, it } from 'vitest';
import { Project, type WriterIdentity } from '../../src/project/project.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const A = { 'a.ts': 'export function a() {}' };

function idsOf(project: Project): string[] {
  const { graph } = project.snapshot();
  return graph.paths().flatMap((path) => graph.symbolsOf(path).map((node) => graph.node(node).id));
}

async function two(
  writer: Partial<WriterIdentity> = {},
): Promise<{ temp: TempProject; first: Project; second: Project }> {
  const temp = await tempProject(A);
  const first = await temp.open([], writer);
  await first.index({});
  return { temp, first, second: await temp.open([], writer) };
}

it('adopts an update made by another process', async () => {
  const { temp, first, second } = await two();
  await temp.write('b.ts', 'export function b() {}');
  await first.index({});
  expect(await second.index({})).toMatchObject({ parsed: 0, changedAnything: false });
  expect(idsOf(second)).toEqual(['a.ts::a', 'b.ts::b']);
  expect(second.snapshot().generation).toBe(first.snapshot().generation);
});

it('adopts a state that another process rebuilt, and continues it with a delta', async () => {
  // Of one moment, so that the new files are as long as the old ones, as far as zlib can do it.
  const { temp, first, second } = await two({ now: () => 1_800_000_000_000 });
  await first.index({ full: true });
  await temp.write('c.ts', 'export function c() {}');
  await second.index({});
  expect(idsOf(second)).toEqual(['a.ts::a', 'c.ts::c']);
  expect(await temp.storeFiles()).toContain('delta-3.gm');
});

it('does not read its own saved state again', async () => {
  const { temp, first } = await two();
  // Whoever reads it gives the chain up.
  await temp.damage('snapshot.gm', (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    return bytes;
  });
  for (const generation of [2, 3]) {
    await temp.write('a.ts', `export function a${generation}() {}`);
    await first.index({});
    expect(await temp.storeFiles()).toContain(`delta-${generation}.gm`);
  }
});

it('two processes that take turns never rebuild the index', async () => {
  const { temp, first, second } = await two();
  for (let turn = 0; turn < 4; turn++) {
    await temp.write('a.ts', `export function a${turn}() {}`);
    const [writer, reader] = turn % 2 === 0 ? [first, second] : [second, first];
    expect(await writer.index({})).toMatchObject({ parsed: 1 });
    expect(await reader.index({})).toMatchObject({ parsed: 0 });
    expect(idsOf(reader)).toEqual([`a.ts::a${turn}`]);
  }
});

it('waits for the first index of another process', async () => {
  const temp = await tempProject(A);
  const lock = '../store/writer.lock';
  await temp.write(lock, JSON.stringify({ pid: 2002, host: 'test', startedAt: '2026-01-01' }));
  const other = await temp.open();
  let pauses = 0;
  const writer = testWriter({
    isAlive: () => true,
    pause: async () => {
      if (++pauses !== 3) return;
      await temp.remove(lock);
      await other.index({});
    },
  });
  const project = new Project(temp.config, { writer });
  const notices: string[] = [];
  await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
  expect(idsOf(project)).toEqual(['a.ts::a']);
  expect(notices).toEqual([
    expect.stringContaining('not indexed yet'),
    'another process is indexing shop; waiting for it',
  ]);
  expect(project.snapshot().generation).toBe(1);
});

it('ignores and replaces an unreadable state of another process', async () => {
  const { temp, second } = await two();
  await temp.damage('snapshot.gm', (bytes) => bytes.subarray(0, bytes.length - 9));
  await temp.write('b.ts', 'export function b() {}');
  await second.index({});
  expect(idsOf(second)).toEqual(['a.ts::a', 'b.ts::b']);
  expect(idsOf(await temp.open())).toEqual(['a.ts::a', 'b.ts::b']);
});

it('indexing waits for another process that is still saving, and says so', async () => {
  const temp = await tempProject(A);
  const lock = '../store/writer.lock';
  await temp.write(lock, JSON.stringify({ pid: 2002, host: 'test', startedAt: '2026-01-01' }));
  let pauses = 0;
  const pause = async () => {
    if (++pauses === 3) await temp.remove(lock);
  };
  const project = new Project(temp.config, {
    writer: testWriter({ isAlive: () => true, pause }),
  });
  const notices: string[] = [];
  await project.index({ notice: (line) => notices.push(line) });
  expect(idsOf(project)).toEqual(['a.ts::a']);
  expect(notices).toEqual(['another process is indexing shop; waiting for it']);
});

it('a process that is told to end does not wait for another one', async () => {
  const temp = await tempProject(A);
  const holder = { pid: 2002, host: 'test', startedAt: '2026-01-01' };
  await temp.write('../store/writer.lock', JSON.stringify(holder));
  const end = new AbortController();
  let pauses = 0;
  const pause = async () => {
    if (++pauses === 2) end.abort();
  };
  const project = new Project(temp.config, {
    writer: testWriter({ isAlive: () => true, pause }),
  });
  const { signal } = end;
  await expect(
    project.prepare({ refresh: true, signal, notice: () => undefined }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/GM_BUSY|GM_CANCELLED/) });
  expect(pauses).toBe(2);
});

it('a process that is told to end gives up saving, and leaves a store that can be used', async () => {
  const temp = await tempProject(A);
  const end = new AbortController();
  const project = await temp.open();
  const notices: string[] = [];
  const notice = (line: string) => notices.push(line);
  await project.prepare({ refresh: false, signal: end.signal, notice });
  end.abort();
  await project.close();
  expect(idsOf(project)).toEqual(['a.ts::a']);
  expect(notices.join('\n')).not.toContain('cannot be saved');
  const files = await temp.storeFiles();
  expect(files).not.toContain('snapshot.gm');
  expect(files.filter((name) => /lock|tmp/.test(name))).toEqual([]);
  const next = await temp.indexed();
  expect(idsOf(next)).toEqual(['a.ts::a']);
  expect(await temp.storeFiles()).toContain('snapshot.gm');
});
