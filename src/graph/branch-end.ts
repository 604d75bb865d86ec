import { EVIDENCE } from '../model/edge.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { isEnd, type TraverseRequest } from './traverse.ts';
import { makeWalker } from './walk.ts';

/**
 * Reasons why a branch ends at a node, the most useful reason first.
 * - stop: the request ends the walk there.
 * - limit: the answer was full.
 * - depth: the neighbours are beyond the requested depth.
 * - filter: the neighbours are not of the requested kind, language or path.
 * - evidence: the edges are guesses only.
 * - seen: all neighbours are in the answer already, as in a cycle.
 * - end: there are no edges of the requested kinds.
 */
export const BRANCH_ENDS = ['stop', 'limit', 'depth', 'filter', 'evidence', 'seen', 'end'] as const;
type BranchEnd = (typeof BRANCH_ENDS)[number];

/** The neighbours of a node that are missing from the answer. */
export interface Unshown {
  readonly reason: BranchEnd;
  /**
   * Number of neighbours that were left out for any reason; 0 when the reason is `seen` or `end`.
   */
  readonly count: number;
}

/**
 * Returns the reason and number of omitted neighbours behind a node of an answer. `depth` is the
 * depth of the node and `parent` the node it was reached from. `shown` holds all nodes of the
 * answer, including the starts.
 */
export function unshownBehind(
  graph: SymbolGraph,
  request: TraverseRequest,
  place: { readonly node: number; readonly depth: number; readonly parent: number },
  shown: ReadonlySet<number>,
): Unshown {
  const { kinds, direction, evidenceMin, accepts, alike, depthMax } = request;
  const strong = makeWalker(graph, { kinds, direction, evidenceMin });
  const any = makeWalker(graph, { kinds, direction, evidenceMin: EVIDENCE.at(-1) });
  const own = alike?.(place.node) ?? [place.node];
  const seen = new Set<number>();
  const reached = new Set<number>();
  const filtered = new Set<number>();
  const weak = new Set<number>();
  for (const one of own) {
    strong(one, (_, neighbour) => {
      if (neighbour === place.parent) return undefined;
      if (shown.has(neighbour)) seen.add(neighbour);
      else (accepts?.(neighbour) === false ? filtered : reached).add(neighbour);
      return undefined;
    });
    any(one, (_, neighbour) => {
      if (neighbour !== place.parent && !shown.has(neighbour)) weak.add(neighbour);
      return undefined;
    });
  }
  const count = weak.size;
  if (isEnd(place.node, request) && count > 0) return { reason: 'stop', count };
  if (reached.size > 0) return { reason: place.depth >= depthMax ? 'depth' : 'limit', count };
  if (filtered.size > 0) return { reason: 'filter', count };
  if (count > 0) return { reason: 'evidence', count };
  return { reason: seen.size > 0 ? 'seen' : 'end', count };
}
