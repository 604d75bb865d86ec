import { expect, it } from 'vitest';
import { layersOf } from '../../src/tools/map/layers.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'app/main.ts': "import { save } from '../store/save';\nexport function run() { save(); }\n",
  'store/save.ts':
    "import { log } from '../util/log';\nexport function save() { log(); log2(); }\nfunction log2() { log(); }\n",
  'util/log.ts': "import { save } from '../store/save';\nexport function log() {}\nlog();\nsave;\n",
  'other/alone.ts': 'export const alone = 1;\n',
};

async function mapped() {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  return call('project_map', {});
}

it('a folder is above the folders that it uses, and those of a cycle share a layer', async () => {
  const { structured, text } = await mapped();
  expect(text).toMatch(/layer 1:\n {2}app: .*\nlayer 0:\n {2}other: /);
  const folders = structured['folders'] as readonly { path: string; layer: number; y: number }[];
  const layers = Object.fromEntries(folders.map(({ path, layer }) => [path, layer]));
  expect(layers).toEqual({ app: 1, other: 0, store: 0, util: 0 });
  expect(structured['cycles']).toEqual([['store', 'util']]);
});

it('a dependency is against the layers if the other direction is stronger', async () => {
  const { structured, text } = await mapped();
  const dependencies = structured['dependencies'] as readonly Record<string, unknown>[];
  const against = dependencies.filter(({ violation }) => violation === true);
  expect(against).toEqual([
    { source: 'util', target: 'store', count: expect.any(Number), violation: true },
  ]);
  expect(text).toContain('cycle: store, util');
  expect(text).toMatch(/against the layers: util → store/);
});

it('the same index gives the same places, and no two folders share one', async () => {
  const [first, second] = [await mapped(), await mapped()];
  expect(second.structured['folders']).toEqual(first.structured['folders']);
  const folders = first.structured['folders'] as readonly { x: number; y: number }[];
  expect(new Set(folders.map(({ x, y }) => `${x} ${y}`)).size).toBe(folders.length);
});

it('layers of a long chain and of a cycle within it are counted from below', () => {
  const folders = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, files: 1, symbols: 1 }));
  const edges = [
    [0, 1],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 4],
  ] as const;
  const dependencies = edges.map(([source, target]) => ({ source, target, count: 1 }));
  const { layers, cycles } = layersOf({ folders, dependencies, dependencyTotal: 5 });
  expect(layers).toEqual([3, 2, 2, 1, 0]);
  expect(cycles).toEqual([[1, 2]]);
});
