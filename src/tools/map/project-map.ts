import { z } from 'zod';
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { type FolderGraph, folderGraph } from './folder-graph.ts';
import { type Layers, layersOf } from './layers.ts';

/** Maximum number of folders in a row of the picture; more of one layer begin another row. */
const ROW_MAX = 12;

const folderSchema = z.strictObject({
  path: z.string(),
  files: z.int(),
  symbols: z.int(),
  layer: z.int().describe('0 uses no other folder; each is above those that it uses'),
  cycle: z.int().optional().describe('Number of the cycle that the folder is in, from 1'),
  x: z.number().describe('Place in a picture, the same for the same index'),
  y: z.number(),
});

type Folder = z.infer<typeof folderSchema>;

const dependencySchema = z.strictObject({
  source: z.string(),
  target: z.string(),
  count: z.int(),
  /** The target also uses the source, and more than it is used: the edge is against the layers. */
  violation: z.literal(true).optional(),
});

interface ProjectMap extends FolderGraph, Layers {
  /** The dependencies as answers show them. */
  readonly shown: readonly z.infer<typeof dependencySchema>[];
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** A graph never changes, and a picture asks for the same map often. */
const MAPS = new WeakMap<SymbolGraph, ProjectMap>();

function mapOf(graph: SymbolGraph): ProjectMap {
  return getOrCompute(MAPS, graph, () => {
    const folders = folderGraph(graph);
    const layers = layersOf(folders);
    const shown = renderDependencies(folders);
    return { ...folders, ...layers, shown, places: placesOf(layers.layers) };
  });
}

/** Places folders in rows, those that others use at the bottom; in a row they stay in path order. */
function placesOf(layers: readonly number[]): ProjectMap['places'] {
  const places = layers.map(() => ({ x: 0, y: 0 }));
  let row = 0;
  for (let layer = 0; layer <= Math.max(0, ...layers); layer++) {
    const own = [...layers.keys()].filter((folder) => layers[folder] === layer);
    for (let start = 0; start < own.length; start += ROW_MAX, row++) {
      const shown = own.slice(start, start + ROW_MAX);
      for (const [column, folder] of shown.entries()) {
        // Every second row is shifted by half a column, so that edges do not hide each other.
        places[folder] = { x: column - (shown.length - 1) / 2 + (row % 2) / 2, y: row };
      }
    }
  }
  return places;
}

export const projectMap = indexTool({
  name: 'project_map',
  title: 'Project map',
  description:
    'Folders of the whole project with their layers, what they use of each other, cycles, and dependencies against the layers.',
  input: z.strictObject({ max_tokens: tokensParameter, project: projectParameter }),
  output: {
    folders: z.array(folderSchema),
    ...countsShape,
    dependencies: z.array(dependencySchema),
    dependency_total: z.int(),
    cycles: z.array(z.array(z.string())),
  },
  async answer({ graph, project }) {
    const map = mapOf(graph);
    const rows = map.folders.map((_, position) => [renderFolder(map, position)]);
    return renderList({ rows, detail: 'locations' }, ({ items, counts, notes }) => {
      const shown = new Set(items.map(({ path }) => path));
      const dependencies = map.shown.filter(
        ({ source, target }) => shown.has(source) && shown.has(target),
      );
      const cycles = map.cycles.map((cycle) => cycle.map((folder) => pathOf(map, folder)));
      const violations = dependencies.filter(({ violation }) => violation === true);
      return {
        fields: {
          folders: items,
          ...counts,
          dependencies,
          dependency_total: map.dependencyTotal,
          cycles,
        },
        notes,
        text: [
          `${plural(map.folders.length, 'folder')} in ${project.name}, ${plural(map.dependencyTotal, 'dependency', 'dependencies')}, ${plural(cycles.length, 'cycle')}`,
          ...layersText(items),
          ...cycles.map((cycle) => `cycle: ${cycle.join(', ')}`),
          ...violations.map(({ source, target, count }) => {
            return `against the layers: ${source} → ${target} (${count})`;
          }),
        ],
      };
    });
  },
});

/** Returns the folders by layer, the highest first; a layer is named once. */
function layersText(items: readonly Folder[]): readonly string[] {
  const numbers = [...new Set(items.map(({ layer }) => layer))].sort((a, b) => b - a);
  return numbers.flatMap((layer) => [
    `layer ${layer}:`,
    ...items.filter((item) => item.layer === layer).map(folderText),
  ]);
}

function folderText({ path, files, symbols, cycle }: Omit<Folder, 'x' | 'y'>): string {
  const mark = cycle === undefined ? '' : ` (cycle ${cycle})`;
  return `  ${path}: ${plural(files, 'file')}, ${plural(symbols, 'symbol')}${mark}`;
}

function pathOf({ folders }: FolderGraph, position: number): string {
  return folders[position]?.path ?? '';
}

function renderFolder({ folders, layers, cycles, places }: ProjectMap, position: number) {
  const { path = '', files = 0, symbols = 0 } = folders[position] ?? {};
  const cycle = cycles.findIndex((own) => own.includes(position)) + 1;
  const layer = layers[position] ?? 0;
  const { x, y } = places[position] ?? { x: 0, y: 0 };
  const item = { path, files, symbols, layer, ...(cycle === 0 ? {} : { cycle }), x, y };
  return { item, text: folderText(item) };
}

function renderDependencies(folders: FolderGraph): ProjectMap['shown'] {
  const { dependencies } = folders;
  const keyOf = (source: number, target: number) => source * folders.folders.length + target;
  const counts = new Map(
    dependencies.map(({ source, target, count }) => [keyOf(source, target), count]),
  );
  return dependencies.map(({ source, target, count }) => {
    const isAgainst = (counts.get(keyOf(target, source)) ?? 0) > count;
    return {
      source: pathOf(folders, source),
      target: pathOf(folders, target),
      count,
      ...(isAgainst ? { violation: true as const } : {}),
    };
  });
}
