import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { commentLineSet } from '../../index/comments.ts';

/** Decorators and attributes may come between a comment and the symbol it documents. */
const ATTRIBUTE = /^\s*(?:@|#!?\[|\[)/;

/**
 * Returns the symbol directly below the comment that contains a line; undefined for other lines and
 * comments.
 */
export function documentedSymbol(
  graph: SymbolGraph,
  path: string,
  lines: readonly string[],
  line: number,
): SymbolNode | undefined {
  const comments = commentLineSet(lines);
  let below = line - 1;
  if (!comments.has(below)) return undefined;
  while (below < lines.length) {
    if (!comments.has(below)) {
      const symbol = graph.symbolStartingAt(path, below + 1);
      if (symbol !== undefined || !ATTRIBUTE.test(lines[below] ?? '')) return symbol;
    }
    below++;
  }
  return undefined;
}
