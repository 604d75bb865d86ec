import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { commentLines } from '../../index/comments.ts';

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
  const comments = new Set(commentLines(lines));
  let below = line - 1;
  if (!comments.has(below)) return undefined;
  const own = graph.symbolsOf(path).map((index) => graph.node(index));
  while (below < lines.length) {
    if (!comments.has(below)) {
      const symbol = own.find(({ startLine }) => startLine === below + 1);
      if (symbol !== undefined || !ATTRIBUTE.test(lines[below] ?? '')) return symbol;
    }
    below++;
  }
  return undefined;
}
