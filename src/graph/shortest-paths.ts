import { assert } from '../base/assert.ts';
import type { Edge } from '../model/edge.ts';
import { kShortestPaths } from './k-shortest-paths.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { makeWalker, type WalkRule } from './walk.ts';

export interface PathsRequest extends Omit<WalkRule, 'direction'> {
  /** Where a path may begin, and nowhere else; those that are targets, too, are left out. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  /** Nodes whose edges a path takes as a node's own, itself among them; see `symbolGroup`. */
  readonly alike?: ((node: number) => readonly number[]) | undefined;
  /** Most paths to return, 1 or more. */
  readonly count: number;
  /** Most edges of a path, 1 or more. */
  readonly depthMax: number;
}

/**
 * Returns the shortest paths along the edges' direction, shortest first, equally long ones by their
 * nodes' numbers. No path visits a node twice, no two have the same nodes; where several edges join
 * two nodes, the first permitted kind stands for them. With `alike`, an edge may leave another node
 * than the one before has reached.
 */
export function shortestPaths(
  graph: SymbolGraph,
  request: PathsRequest,
): readonly (readonly Edge[])[] {
  const { count, depthMax, kinds, evidenceMin, alike = (node) => [node] } = request;
  for (const end of [...request.sources, ...request.targets])
    assert(end >= 0 && end < graph.nodeCount, `node ${end} of ${graph.nodeCount}`);
  assert(count >= 1 && depthMax >= 1, `count ${count}, depthMax ${depthMax}`);
  const targets = new Set(request.targets);
  const sources = [...new Set(request.sources)].filter((node) => !targets.has(node));
  sources.sort((a, b) => a - b);
  const isSource = new Set(sources);
  const forward = makeWalker(graph, { direction: 'out', kinds, evidenceMin });
  const distances = distancesTo(graph, request, alike);
  // Two nodes that the graph has not join the sources and the targets, so that there is one of each.
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
      for (const one of alike(node)) {
        forward(one, (_, neighbour) => {
          if (distances.has(neighbour) && !isSource.has(neighbour)) found.add(neighbour);
          return undefined;
        });
      }
      return [...found].sort((a, b) => a - b);
    },
  });
  return paths.map((nodes) => edgesAlong(graph, nodes.slice(1, -1), forward, alike));
}

/** Edges to the nearest target, for every node within `depthMax` of one. */
function distancesTo(
  graph: SymbolGraph,
  { targets, depthMax, kinds, evidenceMin }: PathsRequest,
  alike: (node: number) => readonly number[],
): ReadonlyMap<number, number> {
  const backward = makeWalker(graph, { direction: 'in', kinds, evidenceMin });
  const distances = new Map(targets.map((node) => [node, 0]));
  // A Map is walked in insertion order and sees what is added meanwhile: it is its own queue.
  for (const [node, distance] of distances) {
    if (distance === depthMax) break;
    backward(node, (_, neighbour) => {
      for (const one of alike(neighbour)) if (!distances.has(one)) distances.set(one, distance + 1);
      return undefined;
    });
  }
  return distances;
}

function edgesAlong(
  graph: SymbolGraph,
  nodes: readonly number[],
  forward: ReturnType<typeof makeWalker>,
  alike: (node: number) => readonly number[],
): readonly Edge[] {
  return nodes.slice(1).map((next, position) => {
    let found = -1;
    for (const one of alike(nodes[position] as number)) {
      forward(one, (edge, neighbour) => {
        if (neighbour === next && found === -1) found = edge;
        return found !== -1;
      });
    }
    return graph.edge(found);
  });
}
