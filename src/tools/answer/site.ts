import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Edge } from '../../model/edge.ts';

const LINES_SHOWN_MAX = 10;

/**
 * Returns the lines that make an edge, such as `33,40`; empty for `contains`, which is located
 * where the symbol begins.
 */
export function linesText(edge: Edge): string {
  const more = edge.lines.length > LINES_SHOWN_MAX ? ',…' : '';
  return `${edge.lines.slice(0, LINES_SHOWN_MAX).join(',')}${more}`;
}

/** Returns the location of an edge: `src/cart.ts:33,40`. */
export function siteOf(graph: SymbolGraph, edge: Edge): string {
  const { path } = graph.node(edge.source);
  const { startLine } = graph.node(edge.target);
  return `${path}:${edge.lines.length === 0 ? startLine : linesText(edge)}`;
}
