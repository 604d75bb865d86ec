/** Finds how one symbol leads to another. Calls come before other edges. */
import { edgeKindCodeOf, kindCodeOf, targetOf } from '../../graph/read-graph.ts';
import { overriddenMembers } from '../../graph/related-members.ts';
import {
  alikeOnward,
  overridingOnward,
  type PathsRequest,
  shortestPaths,
} from '../../graph/shortest-paths.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { symbolGroup, withContents } from '../../graph/symbol-groups.ts';
import { CODE_EDGE_KINDS, EDGE_KINDS, type Edge, type EdgeKind } from '../../model/edge.ts';
import { SYMBOL_KINDS, type SymbolKind } from '../../model/symbol.ts';

const ALL_KINDS = CODE_EDGE_KINDS.filter((kind) => kind !== 'contains');
const FLOW_KINDS: readonly EdgeKind[] = ['calls', 'requests', 'references'];
const REFERENCES = EDGE_KINDS.indexOf('references');
const CALLABLE: readonly SymbolKind[] = ['function', 'method', 'constructor', 'accessor'];
const CALLABLE_CODES = new Set(CALLABLE.map((kind) => SYMBOL_KINDS.indexOf(kind)));

/** A step of a path. */
export interface Hop {
  readonly edge: Edge;
  /** The node of the member that runs instead of the target, if the path goes on there. */
  readonly runs: number | undefined;
}

/** `kinds` is empty for all but `contains`. */
export type ConnectionRequest = Pick<PathsRequest, 'evidenceMin' | 'depthMax' | 'count'> & {
  readonly kinds: readonly EdgeKind[];
};

/** Returns the kinds of edges that paths follow. */
export function kindsOfPaths({ kinds }: Pick<ConnectionRequest, 'kinds'>): readonly EdgeKind[] {
  return kinds.length === 0 ? ALL_KINDS : kinds;
}

/**
 * Returns the shortest paths from one symbol to another, which may begin and end anywhere inside
 * the two. Between functions, calls and passed functions come before other uses. Only where nothing
 * else leads there does a call of a member lead to those that override it, because which of them
 * runs is not known.
 */
export function pathsBetween(
  graph: SymbolGraph,
  from: SymbolNode,
  to: SymbolNode,
  request: ConnectionRequest,
): readonly (readonly Hop[])[] {
  // A function that is passed on is called later.
  const acceptsEdge = (edge: number) =>
    edgeKindCodeOf(graph, edge) !== REFERENCES ||
    CALLABLE_CODES.has(kindCodeOf(graph, targetOf(graph, edge)));
  const flow =
    request.kinds.length === 0
      ? { kinds: FLOW_KINDS, acceptsEdge }
      : { kinds: request.kinds.filter((kind) => kind === 'calls' || kind === 'requests') };
  const targets = withContents(graph, to.index);
  const find = (how: Pick<PathsRequest, 'kinds' | 'acceptsEdge' | 'onward' | 'targets'>) =>
    shortestPaths(graph, { ...request, sources: withContents(graph, from.index), ...how });
  const alike = { onward: alikeOnward(graph), targets };
  const isFlow = [from, to].every(({ kind }) => CALLABLE.includes(kind));
  const direct = () => find({ kinds: kindsOfPaths(request), ...alike });
  const called = () => find({ ...flow, ...alike });
  const overriding = () =>
    find({
      ...flow,
      onward: overridingOnward(graph),
      targets: [...targets, ...targets.flatMap((node) => overriddenMembers(graph, node))],
    });
  for (const way of isFlow ? [called, overriding, direct] : [direct, overriding]) {
    const paths = way().map((edges) => hopsOf(graph, edges, targets));
    const once = paths.filter((hops) => !isRepeated(hops));
    if (once.length > 0) return once;
  }
  return [];
}

/** Returns each edge with the member that runs instead of its target, if any. */
function hopsOf(
  graph: SymbolGraph,
  edges: readonly Edge[],
  targets: readonly number[],
): readonly Hop[] {
  return edges.map((edge, index) => {
    const next = edges[index + 1]?.source ?? lastOf(graph, edge.target, targets);
    return { edge, runs: symbolGroup(graph, edge.target).includes(next) ? undefined : next };
  });
}

/** Whether a member runs twice on a path, once called by itself and once through another. */
function isRepeated(hops: readonly Hop[]): boolean {
  const run = hops.map(({ edge, runs }) => runs ?? edge.target);
  return new Set([hops[0]?.edge.source, ...run]).size <= run.length;
}

/** Returns the node inside the last symbol that runs when a path has reached a node. */
function lastOf(graph: SymbolGraph, reached: number, targets: readonly number[]): number {
  if (targets.includes(reached)) return reached;
  const overrides = (node: number) => overriddenMembers(graph, node).includes(reached);
  return targets.find(overrides) ?? reached;
}
