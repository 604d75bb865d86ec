/** The folders of a project and what they use of each other, small enough to be drawn. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';

/** More nodes cannot be told apart on a screen; deeper folders are joined until they are fewer. */
const FOLDERS_MAX = 300;
/** Weaker dependencies are left out of a picture that has more. */
const DEPENDENCIES_MAX = 800;

interface MapFolder {
  readonly path: string;
  files: number;
  symbols: number;
}

interface FolderDependency {
  /** Positions in the list of folders. */
  readonly source: number;
  readonly target: number;
  /** Number of edges of the graph. */
  count: number;
}

export interface FolderGraph {
  /** Sorted by path. */
  readonly folders: readonly MapFolder[];
  /** Sorted by source and target. */
  readonly dependencies: readonly FolderDependency[];
  readonly dependencyTotal: number;
}

/** Returns the folders that hold code, and the edges between them. Cost: linear in the graph. */
export function folderGraph(graph: SymbolGraph): FolderGraph {
  const paths = graph.paths();
  const depth = depthFor(paths);
  const positions = new Map<string, number>();
  const folders: MapFolder[] = [];
  for (const path of [...new Set(paths.map((one) => folderOf(one, depth)))].sort()) {
    positions.set(path, folders.length);
    folders.push({ path, files: 0, symbols: 0 });
  }
  const folderOfNode = new Int32Array(graph.nodeCount);
  for (const path of paths) {
    const position = positions.get(folderOf(path, depth)) ?? 0;
    const folder = folders[position];
    const file = graph.fileNode(path);
    const symbols = graph.symbolsOf(path);
    if (folder === undefined || file === undefined) continue;
    folder.files++;
    folder.symbols += symbols.length;
    folderOfNode[file] = position;
    for (const symbol of symbols) folderOfNode[symbol] = position;
  }
  const all = dependenciesOf(graph, folderOfNode, folders.length);
  const strongest = all.toSorted((a, b) => b.count - a.count).slice(0, DEPENDENCIES_MAX);
  const dependencies = strongest.sort((a, b) => a.source - b.source || a.target - b.target);
  return { folders, dependencies, dependencyTotal: all.length };
}

function dependenciesOf(
  graph: SymbolGraph,
  folderOfNode: Int32Array,
  folderCount: number,
): FolderDependency[] {
  const found = new Map<number, FolderDependency>();
  for (let node = 0; node < graph.nodeCount; node++) {
    for (const { target: to, kind, evidence } of graph.outgoing(node, CODE_EDGE_KINDS)) {
      const [source, target] = [folderOfNode[node] ?? 0, folderOfNode[to] ?? 0];
      if (kind === 'contains' || evidence === 'nameOnly' || source === target) continue;
      const key = source * folderCount + target;
      const known = found.get(key);
      if (known === undefined) found.set(key, { source, target, count: 1 });
      else known.count++;
    }
  }
  return [...found.values()].sort((a, b) => a.source - b.source || a.target - b.target);
}

/** Returns the greatest depth of folders at which there are few enough. */
function depthFor(paths: readonly string[]): number {
  const deepest = paths.reduce((most, path) => Math.max(most, path.split('/').length - 1), 1);
  for (let depth = deepest; depth > 1; depth--) {
    const folders = new Set(paths.map((path) => folderOf(path, depth)));
    if (folders.size <= FOLDERS_MAX) return depth;
  }
  return 1;
}

function folderOf(path: string, depth: number): string {
  const parts = path.split('/').slice(0, -1).slice(0, depth);
  return parts.length === 0 ? '.' : parts.join('/');
}
