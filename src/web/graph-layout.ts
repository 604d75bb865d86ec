import { appendTo } from '../base/append-to.ts';
import type { ImpactAnswer, PathAnswer, TraverseAnswer } from './shapes.ts';

interface GraphNode {
  readonly id: string;
  readonly kind: string;
  /** Steps from the centre; negative for what uses it. */
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

export interface GraphLayout {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

type Columns = Map<string, { readonly kind: string; readonly column: number }>;

export const NODE_WIDTH = 180;
export const NODE_HEIGHT = 36;
const COLUMN_WIDTH = 260;
const ROW_HEIGHT = 48;
const MARGIN = 16;

/**
 * Places a neighbourhood in columns by distance: users on the left, what is used on the right. The
 * same answer gives the same picture. `steps` are in depth-first order, so the last step of the
 * previous depth is the parent.
 */
export function layoutOf({ symbol, steps }: Pick<TraverseAnswer, 'symbol' | 'steps'>): GraphLayout {
  const columns: Columns = new Map([[symbol.id, { kind: symbol.kind, column: 0 }]]);
  const edges = new Map<string, GraphEdge>();
  const parents: string[] = [symbol.id];
  for (const step of steps) {
    parents.length = step.depth;
    const parent = parents[step.depth - 1] ?? symbol.id;
    parents.push(step.symbol);
    const isIn = step.direction === 'in';
    if (!columns.has(step.symbol)) {
      columns.set(step.symbol, { kind: step.kind, column: isIn ? -step.depth : step.depth });
    }
    const [from, to] = isIn ? [step.symbol, parent] : [parent, step.symbol];
    edges.set(`${from}\n${to}\n${step.edge}`, { from, to, kind: step.edge });
  }
  return placed(columns, [...edges.values()]);
}

/** Places the symbols of paths in columns by their distance from the start. */
export function layoutOfPaths({ from, paths }: Pick<PathAnswer, 'from' | 'paths'>): GraphLayout {
  const columns: Columns = new Map([[from.id, { kind: from.kind, column: 0 }]]);
  const edges = new Map<string, GraphEdge>();
  for (const { hops } of paths) {
    for (const [index, { source, symbol, edge }] of hops.entries()) {
      // A hop may start at an implementation of the symbol before it.
      for (const [id, column] of [[source, index] as const, [symbol, index + 1] as const]) {
        if (!columns.has(id)) columns.set(id, { kind: '', column });
      }
      edges.set(`${source}\n${symbol}\n${edge}`, { from: source, to: symbol, kind: edge });
    }
  }
  return placed(columns, [...edges.values()]);
}

/** Places what a change concerns in columns by distance: the changed declarations on the right. */
export function layoutOfImpact({
  declarations,
  uses,
}: Pick<ImpactAnswer, 'declarations' | 'uses'>): GraphLayout {
  const columns: Columns = new Map(declarations.map(({ id, kind }) => [id, { kind, column: 0 }]));
  const edges = new Map<string, GraphEdge>();
  for (const { symbol, target, distance, kind } of uses.items) {
    if (!columns.has(symbol)) columns.set(symbol, { kind: '', column: -distance });
    if (!columns.has(target)) columns.set(target, { kind: '', column: 1 - distance });
    edges.set(`${symbol}\n${target}\n${kind}`, { from: symbol, to: target, kind });
  }
  return placed(columns, [...edges.values()]);
}

function placed(columns: Columns, edges: readonly GraphEdge[]): GraphLayout {
  const byColumn = new Map<number, string[]>();
  for (const [id, { column }] of columns) appendTo(byColumn, column, id);
  const first = Math.min(...byColumn.keys());
  const last = Math.max(...byColumn.keys());
  const rows = Math.max(...[...byColumn.values()].map((ids) => ids.length));
  const height = rows * ROW_HEIGHT + 2 * MARGIN;
  const nodes = [...byColumn].flatMap(([column, ids]) =>
    ids.map((id, row) => ({
      id,
      kind: columns.get(id)?.kind ?? '',
      column,
      x: MARGIN + (column - first) * COLUMN_WIDTH,
      y: (height - ids.length * ROW_HEIGHT) / 2 + row * ROW_HEIGHT + (ROW_HEIGHT - NODE_HEIGHT) / 2,
    })),
  );
  return { nodes, edges, height, width: (last - first) * COLUMN_WIDTH + NODE_WIDTH + 2 * MARGIN };
}

export function mermaidOf({ nodes, edges }: GraphLayout): string {
  const numbers = new Map(nodes.map(({ id }, index) => [id, index]));
  const text = (id: string) => shortName(id).replace(/["#]/g, (char) => `#${char.charCodeAt(0)};`);
  return [
    'flowchart LR',
    ...nodes.map(({ id }) => `  n${numbers.get(id)}["${text(id)}"]`),
    ...edges.map(
      ({ from, to, kind }) => `  n${numbers.get(from)} -->|${kind}| n${numbers.get(to)}`,
    ),
  ].join('\n');
}

/** Returns the last parts of an id: `Cart.add` of `src/cart.ts::Cart::add`, the file's name of a path. */
export function shortName(id: string): string {
  const [path = '', ...names] = id.split('::');
  return names.length === 0 ? (path.split('/').at(-1) ?? path) : names.slice(-2).join('.');
}
