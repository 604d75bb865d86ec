/** A bounded walk over the symbol graph that finds the nodes within reach. */
import { appendTo } from '../base/append-to.ts';
import { assert } from '../base/assert.ts';
import type { Edge } from '../model/edge.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { makeWalker, type WalkRule } from './walk.ts';

/** Maximum depth. Answers that many steps away are not useful, and the bound ends every walk. */
const DEPTH_MAX = 8;

export interface TraverseRequest extends WalkRule {
  readonly start: number;
  /** More nodes at depth 0, e.g. the contents of the start. */
  readonly alsoFrom?: readonly number[] | undefined;
  /** Returns whether to include a node. Rejected nodes end their branch. */
  readonly accepts?: ((node: number) => boolean) | undefined;
  /**
   * Returns the nodes whose edges count as edges of a node, including the node itself; see
   * `symbolGroup`.
   */
  readonly alike?: ((node: number) => readonly number[]) | undefined;
  /** Returns whether the walk ends at a node, which is reached but not left. Starts are left. */
  readonly stopsAt?: ((node: number) => boolean) | undefined;
  /** Which nodes count first against `nodesMax`: the nearest, or those of one branch. */
  readonly order?: 'bfs' | 'dfs' | undefined;
  /** Maximum depth, 1 to {@link DEPTH_MAX}. */
  readonly depthMax: number;
  /** Maximum number of nodes to return, 1 or more, not counting the start. */
  readonly nodesMax: number;
}

interface TraverseStep {
  readonly node: number;
  /** Smallest number of steps from the start, 1 or more. */
  readonly depth: number;
  /** The edge by which the node was reached, in its own direction. */
  readonly edge: Edge;
  /** The node from which this node was reached. */
  readonly from: number;
}

export interface TraverseAnswer {
  /**
   * Steps by depth, in discovery order within a depth, without the start. In order `dfs`, each branch
   * to its end before the next one.
   */
  readonly steps: readonly TraverseStep[];
  /**
   * Returned nodes (or the start) with neighbours that were not returned, and the reason. `limit`:
   * the neighbour came after `nodesMax` others. `depth`: it is further away than `depthMax`.
   */
  readonly stopped: readonly { readonly node: number; readonly reason: 'depth' | 'limit' }[];
  /** Number of nodes within `depthMax`, returned or not. */
  readonly totalCount: number;
}

/**
 * Walks breadth-first and reaches every node once, so cycles end. Visits outgoing neighbours before
 * incoming ones, by kind, then node, so equal requests get equal answers. O(nodes + edges in
 * reach).
 */
export function traverse(graph: SymbolGraph, request: TraverseRequest): TraverseAnswer {
  const { start, depthMax, nodesMax } = request;
  const startCount = startsOf(request).length;
  assert(start >= 0 && start < graph.nodeCount, `start ${start} of ${graph.nodeCount} nodes`);
  assert(depthMax >= 1 && depthMax <= DEPTH_MAX, `depthMax ${depthMax}`);
  assert(nodesMax >= 1, `nodesMax ${nodesMax}`);
  const walk = makeWideWalker(graph, request);
  const found = reachBreadthFirst(graph, walk, request);
  const reach = request.order === 'dfs' ? inPreorder(found, startCount) : found;

  const steps: TraverseStep[] = [];
  const ranksMax = Math.min(reach.nodes.length, startCount + nodesMax);
  for (let rank = startCount; rank < ranksMax; rank++) {
    steps.push({
      node: reach.nodes[rank] as number,
      depth: reach.depths[rank] as number,
      edge: graph.edge(reach.edges[rank] as number),
      from: reach.origins[rank] as number,
    });
  }
  const stopped: TraverseAnswer['stopped'][number][] = [];
  for (const node of reach.nodes.slice(0, ranksMax)) {
    if (isEnd(node, request)) continue;
    const reason = stopReason(node, walk, reach.ranks, ranksMax);
    if (reason !== undefined) stopped.push({ node, reason });
  }
  return { steps, stopped, totalCount: reach.nodes.length - startCount };
}

/** Whether the request ends its walk at a node. */
export function isEnd(
  node: number,
  { start, alsoFrom, stopsAt }: Pick<TraverseRequest, 'start' | 'alsoFrom' | 'stopsAt'>,
): boolean {
  return stopsAt?.(node) === true && node !== start && alsoFrom?.includes(node) !== true;
}

/** Orders what was reached by branches: each node is followed by those that were reached from it. */
function inPreorder(reach: Reach, startCount: number): Reach {
  const children = new Map<number, number[]>();
  for (let rank = startCount; rank < reach.nodes.length; rank++)
    appendTo(children, reach.origins[rank] as number, rank);
  const order = reach.nodes.slice(0, startCount).map((_, rank) => rank);
  const stack = order.flatMap((rank) => children.get(reach.nodes[rank] as number) ?? []).reverse();
  for (let rank = stack.pop(); rank !== undefined; rank = stack.pop()) {
    order.push(rank);
    stack.push(...(children.get(reach.nodes[rank] as number) ?? []).toReversed());
  }
  const { ranks } = reach;
  for (const [now, rank] of order.entries()) ranks[reach.nodes[rank] as number] = now;
  const select = (values: readonly number[]) => order.map((rank) => values[rank] as number);
  return {
    nodes: select(reach.nodes),
    depths: select(reach.depths),
    edges: select(reach.edges),
    origins: select(reach.origins),
    ranks,
  };
}

function startsOf({ start, alsoFrom = [] }: TraverseRequest): readonly number[] {
  return [...new Set([start, ...alsoFrom])];
}

/** Returns a walker that follows the edges of all nodes alike, and only edges to accepted nodes. */
function makeWideWalker(
  graph: SymbolGraph,
  request: TraverseRequest,
): ReturnType<typeof makeWalker> {
  const walk = makeWalker(graph, request);
  const { accepts, alike } = request;
  if (accepts === undefined && alike === undefined) return walk;
  return (node, visit) => {
    let isDone: boolean | undefined;
    for (const one of alike?.(node) ?? [node]) {
      walk(one, (edge, neighbour) => {
        if (accepts?.(neighbour) !== false) isDone = visit(edge, neighbour);
        return isDone;
      });
      if (isDone === true) return;
    }
  };
}

/** Everything within reach in discovery order, starts first. */
interface Reach {
  readonly nodes: number[];
  readonly depths: number[];
  readonly edges: number[];
  readonly origins: number[];
  /** Position in `nodes` of each node of the graph; −1 when out of reach. */
  readonly ranks: Int32Array;
}

function reachBreadthFirst(
  graph: SymbolGraph,
  walk: ReturnType<typeof makeWalker>,
  request: TraverseRequest,
): Reach {
  const { depthMax } = request;
  const ranks = new Int32Array(graph.nodeCount).fill(-1);
  const nodes = [...startsOf(request)];
  const none = nodes.map(() => -1);
  const reach: Reach = {
    nodes,
    depths: nodes.map(() => 0),
    edges: none,
    origins: [...none],
    ranks,
  };
  for (const [rank, node] of nodes.entries()) ranks[node] = rank;
  for (let rank = 0; rank < reach.nodes.length; rank++) {
    const node = reach.nodes[rank] as number;
    const depth = (reach.depths[rank] as number) + 1;
    if (depth > depthMax) break;
    if (isEnd(node, request)) continue;
    walk(node, (edge, neighbour) => {
      if (ranks[neighbour] !== -1) return;
      ranks[neighbour] = reach.nodes.length;
      reach.nodes.push(neighbour);
      reach.depths.push(depth);
      reach.edges.push(edge);
      reach.origins.push(node);
    });
  }
  return reach;
}

function stopReason(
  node: number,
  walk: ReturnType<typeof makeWalker>,
  ranks: Int32Array,
  ranksMax: number,
): 'depth' | 'limit' | undefined {
  let reason: 'depth' | 'limit' | undefined;
  walk(node, (_, neighbour) => {
    const rank = ranks[neighbour] as number;
    if (rank >= ranksMax) reason = 'limit';
    else if (rank === -1) reason ??= 'depth';
    return reason === 'limit';
  });
  return reason;
}
