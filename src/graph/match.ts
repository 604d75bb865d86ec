/** Finds chains of nodes and edges that match a small pattern. */
import { at } from '../base/assert.ts';
import type { EdgeKind, Evidence } from '../model/edge.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { makeWalker } from './walk.ts';

/** Maximum number of edges in a pattern. */
export const PATTERN_EDGES_MAX = 4;
/** Maximum number of edges that are followed for one pattern. */
const VISITS_MAX = 2_000_000;

interface PatternStep {
  /** `out`: from the node before to the next one. */
  readonly direction: 'out' | 'in';
  /** Undefined for every kind. */
  readonly kinds: readonly EdgeKind[] | undefined;
  readonly accepts: (node: number) => boolean;
}

export interface GraphPattern {
  /** The first nodes; one may be there several times. */
  readonly starts: readonly number[];
  readonly steps: readonly PatternStep[];
  readonly evidenceMin: Evidence;
}

interface PatternMatch {
  /** The position of the first node in the starts. */
  readonly start: number;
  /** The nodes in the order of the pattern, one more than edges. */
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
}

export interface PatternMatches {
  /** The first matches by the numbers of their nodes. */
  readonly matches: readonly PatternMatch[];
  readonly totalCount: number;
  /** Whether the search ended before all edges were followed; the total is then a minimum. */
  readonly isCut: boolean;
}

/**
 * Finds all chains of the pattern; a chain has each node at most once. Takes time in proportion to
 * the edges that match some first steps of it.
 */
export function matchPattern(
  graph: SymbolGraph,
  { starts, steps, evidenceMin }: GraphPattern,
  matchesMax: number,
): PatternMatches {
  const walkers = steps.map(({ direction, kinds }) =>
    makeWalker(graph, { direction, kinds, evidenceMin }),
  );
  const matches: PatternMatch[] = [];
  const nodes: number[] = [];
  const edges: number[] = [];
  let totalCount = 0;
  let visits = 0;
  const extend = (node: number, start: number): void => {
    nodes.push(node);
    const index = nodes.length - 1;
    const step = steps[index];
    if (step === undefined) {
      totalCount++;
      if (matches.length < matchesMax)
        matches.push({ start, nodes: [...nodes], edges: [...edges] });
    } else {
      at(walkers, index)(node, (edge, neighbour) => {
        visits++;
        if (visits > VISITS_MAX) return true;
        if (nodes.includes(neighbour) || !step.accepts(neighbour)) return undefined;
        edges.push(edge);
        extend(neighbour, start);
        edges.pop();
        return undefined;
      });
    }
    nodes.pop();
  };
  for (const [start, node] of starts.entries()) if (visits <= VISITS_MAX) extend(node, start);
  return { matches, totalCount, isCut: visits > VISITS_MAX };
}
