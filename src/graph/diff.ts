/**
 * Compares two graphs of one project by the ids of their nodes. Positions do not count: a symbol that
 * only moved down its file is unchanged.
 */
import { at } from '../base/assert.ts';
import { haveSameItems } from '../base/same-items.ts';
import { EDGE_KINDS } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolGraph, SymbolNode } from './symbol-graph.ts';

/** The properties of a node that are compared. */
export const NODE_ASPECTS = [
  'kind',
  'name',
  'language',
  'signature',
  'doc',
  'exported',
  'visibility',
  'modifiers',
] as const satisfies readonly (keyof SymbolNode)[];
type NodeAspect = (typeof NODE_ASPECTS)[number];

/** A node of both graphs. */
interface NodePair {
  /** Node numbers of the old and the new graph. */
  readonly old: number;
  readonly now: number;
  readonly aspects: readonly NodeAspect[];
}

/** An edge of both graphs with other evidence, form or names. Numbers as for {@link NodePair}. */
interface EdgePair {
  readonly old: number;
  readonly now: number;
}

export interface GraphDiff {
  /** Node numbers of the new graph. */
  readonly addedNodes: readonly number[];
  /** Node numbers of the old graph. */
  readonly removedNodes: readonly number[];
  readonly changedNodes: readonly NodePair[];
  /** Edge numbers of the new graph. */
  readonly addedEdges: readonly number[];
  /** Edge numbers of the old graph. */
  readonly removedEdges: readonly number[];
  readonly changedEdges: readonly EdgePair[];
  /** The new node of each old one; −1 if it was removed. */
  readonly nodeMap: Int32Array;
}

/**
 * Compares two graphs. `isSameFile` says whether a file of both has the same content, so that its
 * nodes are equal. Costs one pass over the edges.
 */
export function diffGraphs(
  old: SymbolGraph,
  now: SymbolGraph,
  isSameFile: (path: RepoPath) => boolean,
): GraphDiff {
  const nodeMap = new Int32Array(old.nodeCount).fill(-1);
  const isMet = new Uint8Array(now.nodeCount);
  const changedNodes: NodePair[] = [];
  const isEdited = new Uint8Array(old.nodeCount);
  for (const path of old.paths()) {
    if (isSameFile(path)) {
      const [from, to] = [old.fileNode(path), now.fileNode(path)];
      if (from === undefined || to === undefined) continue;
      const count = 1 + old.symbolsOf(path).length;
      for (let offset = 0; offset < count; offset++) nodeMap[from + offset] = to + offset;
      isMet.fill(1, to, to + count);
      continue;
    }
    for (const [oldNode, node] of nodesById(old, now, path)) {
      nodeMap[oldNode] = node;
      isMet[node] = 1;
      isEdited[oldNode] = 1;
      const aspects = differingAspects(old.node(oldNode), now.node(node));
      if (aspects.length > 0) changedNodes.push({ old: oldNode, now: node, aspects });
    }
  }
  const edges = diffEdges(old, now, nodeMap, isEdited);
  return {
    addedNodes: numbersWhere(now.nodeCount, (node) => isMet[node] === 0),
    removedNodes: numbersWhere(old.nodeCount, (node) => nodeMap[node] === -1),
    changedNodes,
    ...edges,
    addedEdges: [
      ...edges.addedEdges,
      ...numbersWhere(now.edgeCount, (edge) => isMet[at(now.links.edgeSource, edge)] === 0),
    ].sort((a, b) => a - b),
    nodeMap,
  };
}

function* nodesById(
  old: SymbolGraph,
  now: SymbolGraph,
  path: RepoPath,
): Generator<readonly [number, number]> {
  const [from, to] = [old.fileNode(path), now.fileNode(path)];
  if (from === undefined || to === undefined) return;
  yield [from, to];
  const byId = new Map(now.symbolsOf(path).map((node) => [now.node(node).id, node]));
  for (const oldNode of old.symbolsOf(path)) {
    const node = byId.get(old.node(oldNode).id);
    if (node !== undefined) yield [oldNode, node];
  }
}

function differingAspects(old: SymbolNode, now: SymbolNode): readonly NodeAspect[] {
  return NODE_ASPECTS.filter((aspect) => old[aspect] !== now[aspect]);
}

/** Compares the edges of the nodes that both graphs have. */
function diffEdges(
  old: SymbolGraph,
  now: SymbolGraph,
  nodeMap: Int32Array,
  isEdited: Uint8Array,
): Pick<GraphDiff, 'addedEdges' | 'removedEdges' | 'changedEdges'> {
  const addedEdges: number[] = [];
  const removedEdges: number[] = [];
  const changedEdges: EdgePair[] = [];
  const kindCount = EDGE_KINDS.length;
  const [a, b] = [old.columns, now.columns];
  const isChanged = (edge: number, other: number, source: number) =>
    a.edgeEvidence[edge] !== b.edgeEvidence[other] ||
    a.edgeForm[edge] !== b.edgeForm[other] ||
    (isEdited[source] === 1 && !haveSameItems(old.edge(edge).names, now.edge(other).names));
  const isSame = (edge: number, other: number) =>
    nodeMap[at(a.edgeTarget, edge)] === b.edgeTarget[other] &&
    a.edgeKind[edge] === b.edgeKind[other];
  for (let source = 0; source < old.nodeCount; source++) {
    const [first, end] = [at(a.outStart, source), at(a.outStart, source + 1)];
    const node = at(nodeMap, source);
    const [firstNow, endNow] = node < 0 ? [0, 0] : [at(b.outStart, node), at(b.outStart, node + 1)];
    // Most nodes have the same edges in the same order.
    let edge = first;
    let other = firstNow;
    for (; edge < end && other < endNow && isSame(edge, other); edge++, other++)
      if (isChanged(edge, other, source)) changedEdges.push({ old: edge, now: other });
    if (edge === end && other === endNow) continue;
    const rest = new Map<number, number>();
    for (; other < endNow; other++) {
      rest.set(at(b.edgeTarget, other) * kindCount + at(b.edgeKind, other), other);
    }
    for (; edge < end; edge++) {
      const target = at(nodeMap, at(a.edgeTarget, edge));
      const key = target * kindCount + at(a.edgeKind, edge);
      const pair = target < 0 ? undefined : rest.get(key);
      if (pair === undefined) removedEdges.push(edge);
      else {
        rest.delete(key);
        if (isChanged(edge, pair, source)) changedEdges.push({ old: edge, now: pair });
      }
    }
    addedEdges.push(...rest.values());
  }
  return { addedEdges, removedEdges, changedEdges };
}

function numbersWhere(count: number, isIncluded: (number: number) => boolean): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < count; number++) if (isIncluded(number)) numbers.push(number);
  return numbers;
}
