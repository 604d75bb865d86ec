/**
 * Divides the space for a symbol's edges between directions and kinds, so that hundreds of callers
 * do not hide its base class or what it calls.
 */
import { appendTo } from '../../base/append-to.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { listRank } from '../../query/names/in-tests.ts';
import { type Fitted, fitRenderings } from './budget.ts';
import { linesByPath } from './by-path.ts';
import { type EdgeItem, listedEdgeLine, renderEdge } from './edge-item.ts';
import type { EdgeRow } from './edge-rows.ts';
import type { Sources } from './sources.ts';

/** Groups of edges in the order they are listed. Groups that are not named come last. */
const GROUPS = [
  'out.extends',
  'out.implements',
  'out.calls',
  'in.extends',
  'in.implements',
  'in.calls',
  'out.references',
  'in.references',
];
/** A list is not cut for the sake of so few more: another call costs more. */
export const FEW_MORE = 3;
/** Number of groups that are listed whole: bases are few, and needed to understand a type. */
const WHOLE_GROUPS = 2;

/** Most edges listed; code_references and graph_traverse list all. */
const EDGES_MAX = 200;
/** Size of the shortest edge as text and data, to render no more than can fit. */
const EDGE_CHARACTERS_MIN = 200;

/**
 * Fits edges into a number of characters, counted as text and data, so that every transport lists
 * the same edges.
 */
export async function fitSharedEdges(
  graph: SymbolGraph,
  rows: readonly EdgeRow[],
  sources: Sources,
  characters: number,
): Promise<Fitted<EdgeItem>> {
  const countMax = Math.min(EDGES_MAX, Math.ceil(characters / EDGE_CHARACTERS_MIN));
  const chosen = inTurns(grouped(graph, rows)).slice(0, Math.max(0, countMax));
  if (chosen.length === 0) return { items: [], text: '', size: 0, notes: [] };
  const candidates = await Promise.all(
    chosen.map(async (row) => ({ row, renderings: await renderEdge(graph, row, sources) })),
  );
  const fitted = (some: typeof candidates) =>
    fitRenderings(
      some.map(({ renderings }) => renderings),
      { budget: { characters, channel: 'both' }, detail: 'locations', tokensMax: 0 },
    );
  const count = fitted(candidates).items.length;
  const order = new Map(
    grouped(graph, rows)
      .flat()
      .map((row, place) => [row, place]),
  );
  const placeOf = ({ row }: { readonly row: EdgeRow }) => order.get(row) ?? 0;
  return fitted(candidates.slice(0, count).sort((a, b) => placeOf(a) - placeOf(b)));
}

/**
 * Returns the edges below a heading for each direction and kind with its full count. What contains
 * the symbol is in its id, and what it contains in its body, so those are counted only if listed.
 * `countOf` limits the edges of each heading. A heading without edges is left out.
 */
export function edgesText(
  byKind: Readonly<Record<string, number>>,
  items: readonly EdgeItem[],
  countOf: (name: string) => number,
): string {
  const nameOf = ({ direction, edge }: EdgeItem) => `${direction}.${edge}`;
  const listed = new Map<string, EdgeItem[]>();
  for (const item of items) appendTo(listed, nameOf(item), item);
  for (const name of Object.keys(byKind)) {
    if (!listed.has(name) && !name.endsWith('.contains')) listed.set(name, []);
    if (countOf(name) === 0) listed.delete(name);
  }
  if (Object.keys(byKind).length === 0) return 'edges: none found';
  return [...listed]
    .map(([name, own]) => {
      const [direction, kind] = name.split('.');
      const total = byKind[name] ?? 0;
      const isNearlyWhole = own.length <= countOf(name) + FEW_MORE;
      const shown = isNearlyWhole ? own : own.slice(0, countOf(name));
      const count = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
      const heading = `${direction === 'in' ? '←' : '→'} ${kind} (${count}):`;
      const rows = shown.map((item) => ({ path: item.path, text: listedEdgeLine(item) }));
      return [heading, ...linesByPath(rows)].join('\n');
    })
    .join('\n');
}

/** Returns the rows by group, in the order they are listed. Within a group, examples and tests come last. */
function grouped(graph: SymbolGraph, rows: readonly EdgeRow[]): readonly (readonly EdgeRow[])[] {
  const groups = new Map<string, EdgeRow[]>(GROUPS.map((name) => [name, []]));
  for (const row of rows) appendTo(groups, `${row.direction}.${row.edge.kind}`, row);
  return Array.from(groups.values(), (own) =>
    own.toSorted((a, b) => listRank(graph, a.other) - listRank(graph, b.other)),
  );
}

/** Returns the bases, then one edge of each other group in turn. */
function inTurns(groups: readonly (readonly EdgeRow[])[]): readonly EdgeRow[] {
  const others = groups.slice(WHOLE_GROUPS);
  const turns = Math.max(0, ...others.map(({ length }) => length));
  return [
    ...groups.slice(0, WHOLE_GROUPS).flat(),
    ...Array.from({ length: turns }, (_, turn) => others.flatMap((own) => own[turn] ?? [])).flat(),
  ];
}
