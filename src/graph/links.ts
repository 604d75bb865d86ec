import { EDGE_KINDS } from '../model/edge.ts';
import type { GraphColumns } from './columns.ts';

/**
 * Data derived from the columns that is not worth storing: the reverse lookups of edges and nodes.
 */
export interface Links {
  /** File of each node, as position among the files. */
  readonly nodeFile: Uint32Array;
  readonly edgeSource: Uint32Array;
}

/** Edges sorted by target. */
export interface IncomingLinks {
  /** Offset of each node's incoming edges in `inEdge`, plus one final entry. */
  readonly inStart: Uint32Array;
  /** Edge numbers by target, then kind, then source. */
  readonly inEdge: Uint32Array;
}

/** Derives the links of a graph in O(nodes + edges). */
export function deriveLinks(columns: GraphColumns): Links {
  const { fileNode, outStart } = columns;
  const nodeFile = new Uint32Array(columns.nodeKind.length);
  // Plain loops, because files have few nodes and nodes few edges, for which `fill` is slower.
  for (let file = 0, node = 0; file < fileNode.length - 1; file++)
    for (const end = fileNode[file + 1] as number; node < end; node++) nodeFile[node] = file;
  const edgeSource = new Uint32Array(columns.edgeTarget.length);
  for (let node = 0, edge = 0; node < outStart.length - 1; node++)
    for (const end = outStart[node + 1] as number; edge < end; edge++) edgeSource[edge] = node;
  return { nodeFile, edgeSource };
}

/** Deriving the links costs about as much as this many searches. */
const SEARCHES_MAX = 32;

/**
 * The incoming edges of nodes. The first ones are searched for in the columns: a graph that lives
 * until the next edit has to answer for few nodes.
 */
export class IncomingEdges {
  readonly #columns: GraphColumns;
  #searches = 0;
  #links: IncomingLinks | undefined;

  constructor(columns: GraphColumns) {
    this.#columns = columns;
  }

  /** The links of all nodes, derived on first use. */
  get links(): IncomingLinks {
    this.#links ??= deriveIncomingLinks(this.#columns);
    return this.#links;
  }

  /** Returns the numbers of the edges that end at a node, by kind, then source. */
  of(node: number): ArrayLike<number> {
    if (this.#links === undefined && this.#searches++ < SEARCHES_MAX) return this.#search(node);
    const { inStart, inEdge } = this.links;
    return inEdge.subarray(inStart[node], inStart[node + 1]);
  }

  #search(node: number): readonly number[] {
    const { edgeTarget, edgeKind } = this.#columns;
    const edges: number[] = [];
    for (let edge = edgeTarget.indexOf(node); edge >= 0; edge = edgeTarget.indexOf(node, edge + 1))
      edges.push(edge);
    // Edges are in the order of their sources, and sorting is stable.
    return edges.sort((a, b) => (edgeKind[a] as number) - (edgeKind[b] as number));
  }
}

/**
 * Derives incoming links with two counting sorts, by kind and then by target. Edges are in (source,
 * kind, target) order and both sorts are stable, so the edges of each target are in (kind, source)
 * order.
 */
function deriveIncomingLinks(columns: GraphColumns): IncomingLinks {
  const { edgeTarget, edgeKind } = columns;
  const byKind = new Uint32Array(edgeTarget.length);
  const nextOfKind = countStarts(edgeKind, EDGE_KINDS.length);
  for (let edge = 0; edge < edgeKind.length; edge++) {
    const kind = edgeKind[edge] as number;
    const place = nextOfKind[kind] as number;
    byKind[place] = edge;
    nextOfKind[kind] = place + 1;
  }
  const inStart = countStarts(edgeTarget, columns.nodeKind.length);
  const next = inStart.slice();
  const inEdge = new Uint32Array(edgeTarget.length);
  for (let index = 0; index < byKind.length; index++) {
    const edge = byKind[index] as number;
    const target = edgeTarget[edge] as number;
    const place = next[target] as number;
    inEdge[place] = edge;
    next[target] = place + 1;
  }
  return { inStart, inEdge };
}

/**
 * Returns the offset of each bucket when items are grouped by key: `bucketCount + 1` ascending
 * numbers, the last one being the number of items. Keys must be below `bucketCount`.
 */
export function countStarts(keys: ArrayLike<number>, bucketCount: number): Uint32Array {
  const starts = new Uint32Array(bucketCount + 1);
  for (let item = 0; item < keys.length; item++) {
    const bucket = (keys[item] as number) + 1;
    starts[bucket] = (starts[bucket] as number) + 1;
  }
  for (let bucket = 1; bucket <= bucketCount; bucket++)
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
  return starts;
}
