import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Project } from '../../src/project/project.ts';
import { type TempProject, tempProject } from './temp-project.ts';

const EDITS = 6;
/** The current state, the one that an unfinished step may still use, and what the collector has not seen. */
const ALIVE_MAX = 3;

async function graphsOfEdits(temp: TempProject, project: Project) {
  const graphs: WeakRef<object>[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await temp.write('shop.ts', `export function edit${edit}() {}\n`);
    await project.index({});
    graphs.push(new WeakRef(project.snapshot().graph));
  }
  return graphs;
}

it('releases the states before an edit, however many edits follow', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const temp = await tempProject({ 'shop.ts': 'export function shop() {}\n' });
  const project = await temp.indexed();
  const graphs = await graphsOfEdits(temp, project);
  // A weak reference holds its object until the current task ends.
  await new Promise((resolve) => setTimeout(resolve, 10));
  collect();
  const alive = graphs.filter((graph) => graph.deref() !== undefined);
  expect(alive.length).toBeLessThanOrEqual(ALIVE_MAX);
  expect(graphs.at(-1)?.deref()).toBe(project.snapshot().graph);
});
