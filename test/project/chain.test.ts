import { expect, it, onTestFinished } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { SYSTEM_TIMERS } from '../../src/project/watch-timers.ts';
import { tempProject, testWriter } from './temp-project.ts';

it('builds the text index only once when loading a snapshot with many stored deltas', async () => {
  const temp = await tempProject({ 'shop.ts': 'export function shop() {}\n' });
  const project = await temp.indexed();
  const { chunkCount } = project.snapshot().text;
  const changes: readonly (() => Promise<void>)[] = [
    () => temp.write('chain.ts', 'export function first() {}\n'),
    () => temp.write('chain.ts', 'export function second() {}\nexport function third() {}\n'),
    () => temp.write('chain.md', '# Chain\n\n`second`\n'),
    () => temp.remove('chain.ts'),
    () => temp.write('other.ts', 'export class Other {}\n'),
  ];
  for (const change of changes) {
    await change();
    await project.index({});
  }
  expect(await temp.storeFiles()).toContain('delta-6.gm');
  const made = project.snapshot();
  const loaded = (await temp.open()).snapshot();
  expect(loaded.text.data).toEqual(made.text.data);
  expect(loaded.text.words.data).toEqual(made.text.words.data);
  expect(loaded.docsText.data).toEqual(made.docsText.data);
  expect([...loaded.pages()]).toEqual([...made.pages()]);
  // Made from the index that was stored, not from one that a change in between would have given.
  expect(loaded.text.origin?.chunkOfOld.length).toBe(chunkCount);
});

it('grows while a project is watched, and is merged when nothing changes', async () => {
  const temp = await tempProject({ 'shop.ts': 'export function shop() {}\n' });
  let runScheduled = () => undefined as unknown;
  const timers = {
    ...SYSTEM_TIMERS,
    schedule: (_: number, run: () => void) => {
      runScheduled = run;
      return () => undefined;
    },
  };
  let nowMs = Date.now();
  const watch = { timers, recursive: process.platform !== 'linux' };
  const writer = testWriter({ now: () => nowMs });
  const project = new Project(temp.config, { writer, watch });
  onTestFinished(() => project.close());
  const prepare = () => project.prepare({ refresh: 'always', notice: () => undefined });
  for (let edit = 0; edit < 12; edit++) {
    await temp.write('shop.ts', `export function shop${edit}() {}\n`);
    nowMs += 1000;
    await prepare();
    await prepare();
  }
  const deltas = async () => (await temp.storeFiles()).filter((name) => name.startsWith('delta-'));
  expect((await deltas()).length).toBeGreaterThan(8);
  for (let look = 0; look < 3; look++) {
    nowMs += 60_000;
    runScheduled();
    await prepare();
  }
  await expect.poll(deltas).toEqual([]);
  expect((await temp.open()).snapshot().graph.find('shop.ts::shop11')).toBeDefined();
});
