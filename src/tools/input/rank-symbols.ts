/** Chooses among several symbols of one name: by rules first, then by the number of uses. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import { isOlderVersion } from '../../query/names/older-version.ts';
import { isSecondaryPath } from '../../query/names/path-class.ts';

/** Maximum number of symbols to rank; names like `constructor` match thousands. */
const RANKED_MAX = 500;

/**
 * Ranks symbols. Code comes before settings, classes before their constructors, production code
 * before tests, examples and older versions, and exported symbols before others. Ties are ordered by
 * the number of incoming edges.
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
 * Returns the others that are ranked lower only by their number of uses, which is a guess.
 * Overloads and accessors of one name share a place and count as one symbol.
 */
export function rivalsOf(
  graph: SymbolGraph,
  first: number,
  others: readonly number[],
): readonly number[] {
  const tier = tierOf(graph, first);
  return withoutOverloads(graph, first, others).filter((other) => tierOf(graph, other) === tier);
}

/** Returns the first symbol of each set of overloads, without overloads of the given one. */
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

/** Returns the tier of a symbol; lower is more likely. */
function tierOf(graph: SymbolGraph, index: number): number {
  const { kind, path, exported } = graph.node(index);
  const isCode = kind !== 'key';
  // In Java and some other languages a constructor has its class's name; the name then refers to
  // the class.
  const isConstructor = kind === 'constructor';
  return (
    (isCode ? 0 : 8) +
    (isConstructor ? 4 : 0) +
    (isSecondaryPath(path) || isOlderVersion(graph.paths(), path) ? 2 : 0) +
    (exported ? 0 : 1)
  );
}
