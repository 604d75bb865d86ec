/** Which of several symbols of one name is meant: by rules as far as they go, then by how much it is used. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import { isSecondaryPath } from '../../query/names/path-class.ts';

/** Names like `constructor` fit thousands of symbols; only so many are ranked. */
const RANKED_MAX = 500;

/**
 * Code before settings, a class before its constructor, the program before its tests and examples,
 * what other files may name before what they may not; then by how many edges lead to it.
 */
export function rankSymbols(graph: SymbolGraph, found: readonly number[]): number[] {
  const ranked = found.slice(0, RANKED_MAX).map((index) => ({
    index,
    tier: tierOf(graph, index),
    uses: graph.incoming(index, CODE_EDGE_KINDS).length,
  }));
  ranked.sort((a, b) => a.tier - b.tier || b.uses - a.uses || a.index - b.index);
  return [...ranked.map((entry) => entry.index), ...found.slice(RANKED_MAX)];
}

/**
 * Those of the others that no rule puts behind the first: only uses did, which is a guess. Overloads and
 * accessors of one name stand in one place and are one thing to whoever says the name.
 */
export function rivalsOf(
  graph: SymbolGraph,
  first: number,
  others: readonly number[],
): readonly number[] {
  const tier = tierOf(graph, first);
  return withoutOverloads(graph, first, others).filter((other) => tierOf(graph, other) === tier);
}

/** Of each set of overloads the one that comes first, and none of the given one. */
export function withoutOverloads(
  graph: SymbolGraph,
  first: number,
  others: readonly number[],
): readonly number[] {
  const placeOf = (index: number) => {
    const { parent, name } = graph.node(index);
    return `${parent} ${name}`;
  };
  const seen = new Set([placeOf(first)]);
  return others.filter((other) => {
    const place = placeOf(other);
    return !seen.has(place) && seen.add(place);
  });
}

/** Lower is likelier. */
function tierOf(graph: SymbolGraph, index: number): number {
  const { kind, path, exported } = graph.node(index);
  const isCode = kind !== 'key';
  // In Java and others a constructor has the name of its class, which is what is meant.
  const isConstructor = kind === 'constructor';
  return (
    (isCode ? 0 : 8) +
    (isConstructor ? 4 : 0) +
    (isSecondaryPath(path) ? 2 : 0) +
    (exported ? 0 : 1)
  );
}
