import { EVIDENCE } from '../model/edge.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import type { TraverseRequest } from './traverse.ts';
import { makeWalker } from './walk.ts';

/**
 * Why nothing follows a node in an answer, the most useful reason first. limit: the answer was full.
 * depth: further away than asked for. filter: what follows is not of the wanted kind, language or
 * path. evidence: known by guesses only. seen: all that follows is in the answer already, as in a
 * cycle. end: no edges of the wanted kinds.
 */
export const BRANCH_ENDS = ['limit', 'depth', 'filter', 'evidence', 'seen', 'end'] as const;
type BranchEnd = (typeof BRANCH_ENDS)[number];

/** What follows a node and is not in the answer. */
export interface Unshown {
  readonly reason: BranchEnd;
  /** How many neighbours were left out, for whatever reason; 0 when the reason is `seen` or `end`. */
  readonly count: number;
}

/**
 * Says what an answer leaves out behind one of its nodes. `depth` is the node's own, `shown` are the
 * nodes of the answer, starts among them, and `parent` is the one it was reached from.
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
  if (reached.size > 0) return { reason: place.depth >= depthMax ? 'depth' : 'limit', count };
  if (filtered.size > 0) return { reason: 'filter', count };
  if (count > 0) return { reason: 'evidence', count };
  return { reason: seen.size > 0 ? 'seen' : 'end', count };
}
