import { expect, test } from 'vitest';
import { runSync } from '../../src/base/cooperative.ts';
import { buildGraph } from '../../src/graph/build.ts';
import { unboundNameSteps } from '../../src/indexing/unbound-names.ts';
import { resolveSources } from '../helpers/check.ts';
import { tempProject } from '../project/temp-project.ts';

const SOURCES = {
  'a.ts': `
export class Box { get(): number { return 1; } constructor() {} }
export function toString(): string { return ''; }
declare const anything: any;
anything.get();
anything.get().get();
anything.toString();
anything.unheardOf();
`,
  'b.ts': 'declare const other: any;\nother.get(); other.constructor();\n',
};

test('unbound uses are counted for the names that symbols have', async () => {
  const resolution = await resolveSources(SOURCES);
  const graph = buildGraph(resolution.files, resolution.edges);
  const counts = runSync(unboundNameSteps(resolution.links, graph));
  expect(Object.entries(counts)).toEqual([
    ['constructor', 1],
    ['get', 4],
    ['toString', 1],
  ]);
});

test('unbound counts are the same after storing and loading', async () => {
  const temp = await tempProject(SOURCES);
  await temp.indexed();
  const reopened = await temp.open();
  const { unboundByName } = reopened.snapshot().report;
  expect(Object.entries(unboundByName)).toEqual([
    ['constructor', 1],
    ['get', 4],
    ['toString', 1],
  ]);
});
