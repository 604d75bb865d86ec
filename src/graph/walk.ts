import { type EdgeKind, EVIDENCE, type Evidence } from '../model/edge.ts';
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
  const { columns, links } = graph;
  const kinds = kindMask(rule.kinds);
  const weakest = EVIDENCE.indexOf(rule.evidenceMin ?? 'scoped');
  const permitted = (edge: number): boolean =>
    ((kinds >> (columns.edgeKind[edge] as number)) & 1) === 1 &&
    (columns.edgeEvidence[edge] as number) <= weakest &&
    (rule.acceptsEdge === undefined || rule.acceptsEdge(edge));

  return (node, visit) => {
    if (rule.direction !== 'in') {
      const end = columns.outStart[node + 1] as number;
      for (let edge = columns.outStart[node] as number; edge < end; edge++)
        if (permitted(edge) && visit(edge, columns.edgeTarget[edge] as number)) return;
    }
    if (rule.direction !== 'out') {
      const { inStart, inEdge } = graph.incomingLinks;
      const end = inStart[node + 1] as number;
      for (let place = inStart[node] as number; place < end; place++) {
        const edge = inEdge[place] as number;
        if (permitted(edge) && visit(edge, links.edgeSource[edge] as number)) return;
      }
    }
  };
}
