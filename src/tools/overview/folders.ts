import { isNonApiPath } from '../../doclinks/lookup/non-api-paths.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';

export interface Folder {
  /** Ends in a slash; `./` for files of the project's own folder. */
  readonly path: string;
  readonly files: number;
  readonly symbols: number;
}

/** A folder with more than this share of all symbols is replaced by its parts. */
const SHARE_MAX = 0.6;
const DEPTH_MAX = 4;

/** Returns the folders that hold the program's own code, those with most symbols first. */
export function mainFolders(graph: SymbolGraph, countMax: number): Folder[] {
  const paths = graph.paths().filter((path) => !isNonApiPath(path));
  let prefix = '';
  let folders = foldersBelow(graph, paths, prefix);
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const [first] = folders;
    const total = folders.reduce((sum, { symbols }) => sum + symbols, 0);
    if (first === undefined || first.path === prefix || first.path === './') break;
    if (first.symbols <= total * SHARE_MAX) break;
    const parts = foldersBelow(graph, paths, first.path);
    folders = [...parts, ...folders.slice(1)].sort(bySize);
    prefix = first.path;
  }
  return folders.slice(0, countMax);
}

function foldersBelow(graph: SymbolGraph, paths: readonly string[], prefix: string): Folder[] {
  const counts = new Map<string, { files: number; symbols: number }>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const end = path.indexOf('/', prefix.length);
    const folder = end < 0 ? prefix || './' : path.slice(0, end + 1);
    const count = counts.get(folder) ?? { files: 0, symbols: 0 };
    count.files++;
    count.symbols += graph.symbolsOf(path).filter((index) => isCode(graph, index)).length;
    counts.set(folder, count);
  }
  const folders = [...counts].map(([path, count]) => ({ path, ...count }));
  return folders.filter(({ symbols }) => symbols > 0).sort(bySize);
}

/** Whether a symbol is part of a program, not of a page or a settings file. */
function isCode(graph: SymbolGraph, index: number): boolean {
  const { kind } = graph.node(index);
  return kind !== 'section' && kind !== 'key';
}

function bySize(a: Folder, b: Folder): number {
  return b.symbols - a.symbols || (a.path < b.path ? -1 : 1);
}
