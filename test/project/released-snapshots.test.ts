/** A served project must not hold the snapshots that later ones have replaced. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Project } from '../../src/project/project.ts';
import { tempShop } from './temp-project.ts';

const EDITS = 5;
/** The latest, and one that a task which just ended may still refer to. */
const KEPT_MAX = 2;

async function refresh(project: Project): Promise<WeakRef<object>> {
  await project.prepare({ refresh: 'always', notice: () => undefined });
  return new WeakRef(project.snapshot().graph);
}

it('releases the snapshots that edits have replaced', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const temp = await tempShop();
  const project = await temp.open();
  const graphs: WeakRef<object>[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await temp.write('src/edited.ts', `export const edited${edit} = ${edit};\n`);
    graphs.push(await refresh(project));
  }
  await pause(10);
  collectGarbage();
  const kept = graphs.filter((graph) => graph.deref() !== undefined);
  expect(project.snapshot().generation).toBeGreaterThanOrEqual(EDITS);
  expect(kept.length).toBeLessThanOrEqual(KEPT_MAX);
});
