import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { KINDS_OF_VALUES } from '../../model/symbol.ts';

/** Whether some uses of a symbol are no edges, so that only the account of its name can show them. */
export function hasUsesWithoutEdges(graph: SymbolGraph, node: number): boolean {
  return KINDS_OF_VALUES.has(graph.node(node).kind);
}

/** Returns the text in place of an empty list of uses. */
export function noUsesText(graph: SymbolGraph, nodes: readonly number[]): string {
  return nodes.some((node) => hasUsesWithoutEdges(graph, node))
    ? 'no calls found; reads and writes make no edge, see the open lines of the account'
    : 'no uses found';
}
