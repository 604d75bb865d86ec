import { type EdgeKind, EVIDENCE, type Evidence } from '../model/edge.ts';
import type { GraphColumns } from './columns.ts';
import { kindMask } from './read-columns.ts';
import type { SymbolGraph } from './symbol-graph.ts';

/** Restricts a walk to edge kinds, directions and evidence. */
export interface WalkRule {
  readonly direction: 'out' | 'in' | 'both';
  /** Edge kinds to follow; undefined means every kind. */
  readonly kinds?: readonly EdgeKind[] | undefined;
  /** Weakest evidence to follow. Undefined means `scoped`, which excludes guesses by name. */
  readonly evidenceMin?: Evidence | undefined;
  /** A further condition on the number of an edge. */
  readonly acceptsEdge?: ((edge: number) => boolean) | undefined;
}

/** Receives an edge number and the node at the other end. Returns true to stop the walk. */
type Visitor = (edge: number, neighbour: number) => boolean | undefined;

/**
 * Returns a function that passes the permitted edges of a node to a visitor: outgoing before
 * incoming, each side by kind, then neighbour. Allocates nothing per edge: a hub has 100,000 edges.
 */
export function makeWalker(
  graph: SymbolGraph,
  rule: WalkRule,
): (node: number, visit: Visitor) => void {
  const { layers } = graph;
  const isFlat = graph.layered === undefined;
  const kinds = kindMask(rule.kinds);
  const weakest = EVIDENCE.indexOf(rule.evidenceMin ?? 'scoped');
  /** `own` is the number of the edge in its columns. */
  const permitted = (columns: GraphColumns, own: number, edge: number): boolean =>
    ((kinds >> (columns.edgeKind[own] as number)) & 1) === 1 &&
    (columns.edgeEvidence[own] as number) <= weakest &&
    (rule.acceptsEdge === undefined || rule.acceptsEdge(edge));

  const visitOutgoing = (node: number, visit: Visitor): boolean => {
    const { columns, nodeShift, edgeShift } = layers.ofNode(node);
    const end = columns.outStart[node - nodeShift + 1] as number;
    for (let own = columns.outStart[node - nodeShift] as number; own < end; own++) {
      const edge = own + edgeShift;
      if (!permitted(columns, own, edge)) continue;
      const target = isFlat ? (columns.edgeTarget[own] as number) : layers.targetOf(edge);
      if (visit(edge, target)) return true;
    }
    return false;
  };
  return (node, visit) => {
    if (rule.direction !== 'in' && visitOutgoing(node, visit)) return;
    if (rule.direction === 'out') return;
    const edges = graph.incomingEdges(node);
    for (let place = 0; place < edges.length; place++) {
      const edge = edges[place] as number;
      const { columns, edgeShift } = layers.ofEdge(edge);
      if (permitted(columns, edge - edgeShift, edge) && visit(edge, layers.sourceOf(edge))) return;
    }
  };
}
