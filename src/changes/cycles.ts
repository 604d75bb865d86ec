/** Finds import cycles that a change introduces. */
import { at } from '../base/assert.ts';
import type { GraphDiff } from '../graph/diff.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Edge } from '../model/edge.ts';

/** Most added imports that are checked. */
const IMPORTS_MAX = 500;

/** An added import that closes a cycle. */
export interface IntroducedCycle {
  readonly edge: Edge;
  /** The files of the shortest cycle, from the importing file back to it. */
  readonly path: readonly number[];
}

/**
 * Returns the added imports that close a cycle of files which was none before. Imports of types alone
 * vanish when the program runs, so they close none. Each cycle is returned once.
 */
export function introducedCycles(
  old: SymbolGraph,
  now: SymbolGraph,
  { addedEdges, nodeMap }: GraphDiff,
): readonly IntroducedCycle[] {
  const imports = addedEdges.map((edge) => now.edge(edge)).filter(isRealImport);
  const seen = new Set<string>();
  return imports.slice(0, IMPORTS_MAX).flatMap((edge) => {
    const source = fileOf(now, edge.source);
    const back = importPath(now, fileOf(now, edge.target), source);
    if (back === undefined) return [];
    const [from, to] = [nodeMap.indexOf(source), nodeMap.indexOf(fileOf(now, edge.target))];
    const wasOne =
      from >= 0 &&
      to >= 0 &&
      importPath(old, to, from) !== undefined &&
      importPath(old, from, to) !== undefined;
    const key = back.toSorted((a, b) => a - b).join();
    if (wasOne || seen.has(key)) return [];
    seen.add(key);
    return [{ edge, path: [source, ...back] }];
  });
}

function isRealImport({ kind, form, source, target }: Edge): boolean {
  return kind === 'imports' && form !== 'type' && source !== target;
}

/** Returns the files on the shortest chain of imports between two files. */
function importPath(graph: SymbolGraph, from: number, to: number): readonly number[] | undefined {
  const before = new Map<number, number>([[from, -1]]);
  for (const [file] of before) {
    if (file === to) return chainTo(before, to);
    for (const edge of graph.outgoing(file, ['imports'])) {
      const target = fileOf(graph, edge.target);
      if (isRealImport(edge) && !before.has(target)) before.set(target, file);
    }
  }
  return undefined;
}

function chainTo(before: ReadonlyMap<number, number>, end: number): readonly number[] {
  const chain: number[] = [];
  for (let file = end; file >= 0; file = before.get(file) ?? -1) chain.unshift(file);
  return chain;
}

function fileOf(graph: SymbolGraph, node: number): number {
  return at(graph.columns.fileNode, at(graph.links.nodeFile, node));
}
