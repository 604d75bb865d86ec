import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { declaredElsewhere } from '../../graph/symbol-groups.ts';
import {
  CODE_EDGE_KINDS,
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  EVIDENCE,
  type Evidence,
} from '../../model/edge.ts';

type Direction = 'in' | 'out';
export const DIRECTIONS = ['in', 'out', 'both'] as const;

/** An edge seen from the requested symbol. */
export interface EdgeRow {
  readonly direction: Direction;
  readonly edge: Edge;
  /** The node at the other end. */
  readonly other: number;
}

export interface EdgeSelection {
  readonly rows: readonly EdgeRow[];
  /**
   * Number of edges of the requested kinds and directions with enough evidence, by kind:
   * `in.calls`.
   */
  readonly byKind: Readonly<Record<string, number>>;
  /** Number of edges left out because their evidence is weaker than requested. */
  readonly weakerCount: number;
}

export interface EdgeRequest {
  readonly direction: Direction | 'both';
  /** An empty list stands for all kinds that code creates. */
  readonly kinds: readonly EdgeKind[];
  readonly evidenceMin: Evidence;
}

/** `contains` comes last, because the uses of a symbol are more informative than its contents. */
const KIND_ORDER: readonly EdgeKind[] = [
  'calls',
  'extends',
  'implements',
  'references',
  'imports',
  'demonstrates',
  'mentions',
  'links',
  'contains',
];

/**
 * Returns the edges of one node: incoming first, then by kind, evidence, and path and line of the
 * other end. Uses of its declaration in another file, such as `a.d.ts` beside `a.js`, are included.
 */
export function selectEdges(graph: SymbolGraph, node: number, request: EdgeRequest): EdgeSelection {
  const kinds = request.kinds.length === 0 ? CODE_EDGE_KINDS : request.kinds;
  const rows: EdgeRow[] = [];
  if (request.direction !== 'out') {
    for (const one of [node, ...declaredElsewhere(graph, node)]) {
      for (const edge of graph.incoming(one, kinds)) {
        if (one !== node && edge.kind === 'contains') continue;
        rows.push({ direction: 'in', edge, other: edge.source });
      }
    }
  }
  if (request.direction !== 'in') {
    for (const edge of graph.outgoing(node, kinds)) {
      rows.push({ direction: 'out', edge, other: edge.target });
    }
  }
  const strengthMin = EVIDENCE.indexOf(request.evidenceMin);
  const strong = rows.filter((row) => EVIDENCE.indexOf(row.edge.evidence) <= strengthMin);
  return {
    rows: sorted(graph, strong),
    byKind: countByKind(strong),
    weakerCount: rows.length - strong.length,
  };
}

function sorted(graph: SymbolGraph, rows: readonly EdgeRow[]): EdgeRow[] {
  const keyed = rows.map((row) => {
    const { path, startLine } = graph.node(row.other);
    return { row, path, startLine };
  });
  keyed.sort(
    (a, b) =>
      (a.row.direction === b.row.direction ? 0 : a.row.direction === 'in' ? -1 : 1) ||
      KIND_ORDER.indexOf(a.row.edge.kind) - KIND_ORDER.indexOf(b.row.edge.kind) ||
      EVIDENCE.indexOf(a.row.edge.evidence) - EVIDENCE.indexOf(b.row.edge.evidence) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.startLine - b.startLine ||
      a.row.other - b.row.other,
  );
  return keyed.map((entry) => entry.row);
}

function countByKind(rows: readonly EdgeRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const direction of ['in', 'out'] as const) {
    for (const kind of EDGE_KINDS) {
      const count = rows.filter(
        (row) => row.direction === direction && row.edge.kind === kind,
      ).length;
      if (count > 0) counts[`${direction}.${kind}`] = count;
    }
  }
  return counts;
}
