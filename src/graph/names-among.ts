import type { SymbolGraph } from './symbol-graph.ts';

/** Returns the given names that symbols have, as listed by {@link SymbolGraph.names}. */
export function namesAmong(graph: SymbolGraph, names: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => graph.byName(name).length > 0));
}
