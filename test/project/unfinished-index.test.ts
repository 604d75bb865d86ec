import { expect, it } from 'vitest';
import { type TempProject, tempProject } from './temp-project.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `file${index}.ts`,
    `export function f${index}() { return ${index}; }\n`,
  ]),
);

/** Stops a first index after some files, in a process for which more than the interval passes per file. */
async function stopAfter(temp: TempProject, files: number) {
  let clock = 0;
  const project = await temp.open([], { now: () => (clock += 20_000) });
  const stop = new AbortController();
  const run = project.index({
    signal: stop.signal,
    onProgress: ({ phase, done }) => {
      if (phase === 'extract' && done >= files) stop.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ code: 'GM_CANCELLED' });
}

it('a first index goes on where an earlier one was stopped', async () => {
  const temp = await tempProject(FILES);
  await stopAfter(temp, 8);
  const partial = (await temp.storeFiles()).filter((name) => name.startsWith('partial-'));
  expect(partial).not.toEqual([]);
  await temp.write('file0.ts', 'export function changed() {}\n');
  const project = await temp.open();
  const run = await project.index({});
  expect(run.added).toBe(12);
  expect(run.parsed).toBeLessThan(12);
  const { graph } = project.snapshot();
  expect(graph.byName('f7')).toHaveLength(1);
  expect(graph.byName('changed')).toHaveLength(1);
  expect(graph.byName('f0')).toHaveLength(0);
  expect((await temp.storeFiles()).filter((name) => name.startsWith('partial-'))).toEqual([]);
});

it('a first index finds out which of the facts that an earlier one left are damaged', async () => {
  const temp = await tempProject(FILES);
  await stopAfter(temp, 8);
  for (const name of await temp.storeFiles())
    if (name.startsWith('partial-')) await temp.damage(name, (bytes) => bytes.subarray(0, 40));
  const project = await temp.open();
  expect(await project.index({})).toMatchObject({ added: 12, parsed: 12 });
});
