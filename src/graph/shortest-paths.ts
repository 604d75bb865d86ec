import { assert } from '../base/assert.ts';
import type { Edge } from '../model/edge.ts';
import { kShortestPaths } from './k-shortest-paths.ts';
import { overriddenMembers, overridingMembers } from './related-members.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { symbolGroup } from './symbol-groups.ts';
import { makeWalker, type WalkRule } from './walk.ts';

export interface PathsRequest extends Omit<WalkRule, 'direction'> {
  /**
   * Start nodes. A path visits none of them after its start. Nodes that are also targets are
   * skipped.
   */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  /** Where a path may go on after it has reached a node; by default, only there. */
  readonly onward?: Onward | undefined;
  /** Maximum number of paths to return, 1 or more. */
  readonly count: number;
  /** Maximum number of edges of a path, 1 or more. */
  readonly depthMax: number;
}

/** A relation between the node that an edge reaches and those at which the next edge may start. */
export interface Onward {
  /** Returns the nodes whose edges count as edges of a node, including the node itself. */
  readonly after: (node: number) => readonly number[];
  /** The inverse of `after`. */
  readonly before: (node: number) => readonly number[];
}

const SAME: Onward = { after: (node) => [node], before: (node) => [node] };

/** Goes on at the other declarations of a symbol; see {@link symbolGroup}. */
export function alikeOnward(graph: SymbolGraph): Onward {
  const alike = (node: number) => symbolGroup(graph, node);
  return { after: alike, before: alike };
}

/** Goes on at the members that override the one that an edge reaches as well. */
export function overridingOnward(graph: SymbolGraph): Onward {
  const both = (related: typeof overridingMembers) => (node: number) => [
    ...new Set(
      symbolGroup(graph, node).flatMap((one) => [
        one,
        ...related(graph, one).flatMap((other) => symbolGroup(graph, other)),
      ]),
    ),
  ];
  return { after: both(overridingMembers), before: both(overriddenMembers) };
}

/**
 * Returns the shortest paths in edge direction, sorted by length, then by node numbers. No path
 * visits a node twice, and no two paths have the same nodes. Where several edges join two nodes,
 * the first permitted kind is reported. With `onward`, an edge may start at another node than
 * the one that the previous edge reached.
 */
export function shortestPaths(
  graph: SymbolGraph,
  request: PathsRequest,
): readonly (readonly Edge[])[] {
  const { count, depthMax, kinds, evidenceMin, acceptsEdge, onward = SAME } = request;
  for (const end of [...request.sources, ...request.targets])
    assert(end >= 0 && end < graph.nodeCount, `node ${end} of ${graph.nodeCount}`);
  assert(count >= 1 && depthMax >= 1, `count ${count}, depthMax ${depthMax}`);
  const targets = new Set(request.targets);
  const sources = [...new Set(request.sources)].filter((node) => !targets.has(node));
  sources.sort((a, b) => a - b);
  const isSource = new Set(sources);
  const forward = makeWalker(graph, { direction: 'out', kinds, evidenceMin, acceptsEdge });
  const distances = distancesTo(graph, request, onward);
  // Two virtual nodes join all sources and all targets, so that there is one of each.
  const [first, last] = [graph.nodeCount, graph.nodeCount + 1];
  const paths = kShortestPaths({
    source: first,
    target: last,
    count,
    lengthMax: depthMax + 2,
    distanceToTarget: (node) =>
      node === last ? 0 : (distances.get(node) ?? Number.POSITIVE_INFINITY) + 1,
    successors: (node) => {
      if (node === first) return sources;
      if (targets.has(node)) return [last];
      const found = new Set<number>();
      for (const one of onward.after(node)) {
        forward(one, (_, neighbour) => {
          if (distances.has(neighbour) && !isSource.has(neighbour)) found.add(neighbour);
          return undefined;
        });
      }
      return [...found].sort((a, b) => a - b);
    },
  });
  return paths.map((nodes) => edgesAlong(graph, nodes.slice(1, -1), forward, onward));
}

/** Returns the number of edges to the nearest target, for every node within `depthMax` of one. */
function distancesTo(
  graph: SymbolGraph,
  { targets, depthMax, kinds, evidenceMin, acceptsEdge }: PathsRequest,
  { before }: Onward,
): ReadonlyMap<number, number> {
  const backward = makeWalker(graph, { direction: 'in', kinds, evidenceMin, acceptsEdge });
  const distances = new Map(targets.map((node) => [node, 0]));
  // Iterating over a Map follows insertion order and also visits entries that are added meanwhile,
  // so the Map is its own queue.
  for (const [node, distance] of distances) {
    if (distance === depthMax) break;
    backward(node, (_, neighbour) => {
      for (const one of before(neighbour))
        if (!distances.has(one)) distances.set(one, distance + 1);
      return undefined;
    });
  }
  return distances;
}

function edgesAlong(
  graph: SymbolGraph,
  nodes: readonly number[],
  forward: ReturnType<typeof makeWalker>,
  { after }: Onward,
): readonly Edge[] {
  return nodes.slice(1).map((next, position) => {
    let found = -1;
    for (const one of after(nodes[position] as number)) {
      forward(one, (edge, neighbour) => {
        if (neighbour === next && found === -1) found = edge;
        return found !== -1;
      });
    }
    return graph.edge(found);
  });
}
