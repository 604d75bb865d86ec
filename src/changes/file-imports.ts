/** Finds imports of a file that was removed or moved. */
import { at } from '../base/assert.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import type { Edge } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import type { BrokenUse } from './breaks.ts';

interface Sides {
  readonly old: { readonly graph: SymbolGraph };
  readonly now: { readonly graph: SymbolGraph };
  /** The new node of each old one, or −1. */
  readonly nodeMap: Int32Array;
}

/** Returns the imports that lead into a file; nothing if the node is not one. */
export function fileImports(
  graph: SymbolGraph,
  { index, kind, path }: SymbolNode,
): readonly Edge[] {
  if (kind !== 'file') return [];
  return [index, ...graph.symbolsOf(path)].flatMap((node) => graph.incoming(node, ['imports']));
}

/**
 * Returns the lines that imported a file, are as they were, and lead nowhere now. `lineMap` returns
 * the new lines of unchanged ones.
 */
export function brokenFileImports(
  { old, now, nodeMap }: Sides,
  file: SymbolNode,
  fate: string,
  lineMap: (from: RepoPath, to: RepoPath) => ReadonlyMap<number, number>,
): readonly BrokenUse[] {
  return fileImports(old.graph, file).flatMap((edge): BrokenUse[] => {
    const node = at(nodeMap, edge.source);
    if (node < 0) return [];
    const source = now.graph.node(node);
    const newLines = lineMap(old.graph.node(edge.source).path, source.path);
    const leading = new Set(now.graph.outgoing(node, ['imports']).flatMap(({ lines }) => lines));
    const lines = edge.lines
      .flatMap((line) => newLines.get(line) ?? [])
      .filter((line) => !leading.has(line));
    const reason = `imports ${file.name}, which is ${fate}`;
    return lines.length === 0 ? [] : [{ kind: 'removedStillUsed', source, lines, reason }];
  });
}
