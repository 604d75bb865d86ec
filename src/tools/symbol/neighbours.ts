/** The symbols around a symbol that `with` brings along: their signatures, and bodies while they fit. */
import { z } from 'zod';
import { relatedMembers } from '../../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { symbolGroup } from '../../graph/symbol-groups.ts';
import type { Edge, EdgeKind } from '../../model/edge.ts';
import { isInTests } from '../../query/names/in-tests.ts';
import { bodyField, bodyOf, bodySchema } from '../answer/body.ts';
import { costOf, type Rendering } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { lineRange, numbered, oneLine } from '../answer/display.ts';
import { Sources } from '../answer/sources.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import { selectUses, type UseKind } from '../answer/use-rows.ts';
import type { OpenIndex } from '../context.ts';
import type { PlacedReference } from '../docs/across.ts';
import { requestingSnapshot } from '../entry-points/request-edges.ts';

/** The groups of neighbours, in the order of the answer. */
export const NEIGHBOUR_GROUPS = [
  'callers',
  'callees',
  'implementers',
  'tests',
  'docs',
  'types',
] as const;
export type NeighbourGroup = (typeof NEIGHBOUR_GROUPS)[number];

/** Most neighbours of a group; code_references and graph_traverse list all. */
const NEIGHBOURS_MAX = 50;
const LINES_MAX = 8;
const SIGNATURE_CHARACTERS_MAX = 200;
const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum']);
/** A longer neighbour would be shown at the cost of all others. */
const BODY_LINES_MAX = 80;

const neighbourSchema = z.strictObject({
  ...symbolRefSchema.shape,
  /** Lines of the use. */
  lines: z.array(z.int()),
  signature: z.string().optional(),
  /** Its text, if it fits whole. */
  body: bodySchema.optional(),
});
type NeighbourItem = z.infer<typeof neighbourSchema>;

export const neighboursSchema = z.array(
  z.strictObject({
    group: z.enum(NEIGHBOUR_GROUPS),
    ...countsShape,
    items: z.array(neighbourSchema),
  }),
);
type NeighbourLists = z.infer<typeof neighboursSchema>;

export interface Neighbour {
  readonly group: NeighbourGroup;
  readonly node: SymbolNode;
  /** From its signature to its whole body. */
  readonly renderings: readonly Rendering<NeighbourItem>[];
}

/** Returns the neighbours of the requested groups, each once in its group. */
export async function neighboursOf(
  open: OpenIndex,
  node: SymbolNode,
  groups: readonly NeighbourGroup[],
  documentation: readonly PlacedReference[],
): Promise<readonly Neighbour[]> {
  const own = new Sources(open);
  const found: Neighbour[] = [];
  for (const group of NEIGHBOUR_GROUPS.filter((one) => groups.includes(one))) {
    const places =
      group === 'docs'
        ? documentation.map((row) => ({ ...row, sources: new Sources(row.open) }))
        : placesOf(graphFor(open, group), node.index, group).map((place) => ({
            ...place,
            sources: own,
          }));
    const seen = new Set<string>([node.id]);
    for (const { node: other, lines, sources } of places) {
      if (seen.has(other.id)) continue;
      seen.add(other.id);
      const renderings = await renderNeighbour(other, lines, sources);
      found.push({ group, node: other, renderings });
    }
  }
  return found;
}

/** Only tests are found by their requests. Joining these to a graph costs a copy of its edges. */
function graphFor({ snapshot }: OpenIndex, group: NeighbourGroup): SymbolGraph {
  return group === 'tests' ? requestingSnapshot(snapshot).graph : snapshot.graph;
}

interface Place {
  readonly node: SymbolNode;
  readonly lines: readonly number[];
}

function placesOf(
  graph: SymbolGraph,
  node: number,
  group: Exclude<NeighbourGroup, 'docs'>,
): readonly Place[] {
  switch (group) {
    case 'callers':
      return usersOf(graph, node, ['calls']).filter(
        ({ node: { index } }) => !isInTests(graph, index),
      );
    case 'tests':
      return usersOf(graph, node, ['calls', 'references', 'imports', 'requests']).filter(
        ({ node: { index } }) => isInTests(graph, index),
      );
    case 'implementers':
      return [
        ...relatedMembers(graph, node)
          .filter(({ relation }) => relation === 'override')
          .map(({ node: member }) => ({ node: graph.node(member), lines: [] })),
        ...usersOf(graph, node, ['extends', 'implements']),
      ];
    case 'callees':
      return usedBy(graph, node, ['calls']);
    case 'types':
      return usedBy(graph, node, ['extends', 'implements', 'references']).filter(
        ({ node: { kind } }) => TYPE_KINDS.has(kind),
      );
  }
}

function usersOf(graph: SymbolGraph, node: number, kinds: readonly UseKind[]): readonly Place[] {
  const { rows } = selectUses(graph, node, { kinds, evidenceMin: 'scoped', withRelated: false });
  return rows.map(({ edge }) => ({ node: graph.node(edge.source), lines: edge.lines }));
}

/** Returns what the symbol uses, in the order of the uses. */
function usedBy(graph: SymbolGraph, node: number, kinds: readonly EdgeKind[]): readonly Place[] {
  const first = ({ lines }: Edge) => lines[0] ?? 0;
  return symbolGroup(graph, node)
    .flatMap((one) => graph.outgoing(one, kinds))
    .filter(({ evidence }) => evidence !== 'nameOnly')
    .toSorted((a, b) => first(a) - first(b))
    .map(({ target, lines }) => ({ node: graph.node(target), lines }));
}

async function renderNeighbour(
  node: SymbolNode,
  useLines: readonly number[],
  sources: Sources,
): Promise<readonly Rendering<NeighbourItem>[]> {
  const { id, kind, startLine, endLine } = node;
  const lines = useLines.slice(0, LINES_MAX);
  const signature =
    kind === 'file' || kind === 'section' ? '' : oneLine(node.signature, SIGNATURE_CHARACTERS_MAX);
  const at = lines.length === 0 ? '' : ` at line ${lines.join(',')}`;
  const head = `  ${id} (${kind}${kind === 'file' ? '' : `, ${lineRange(startLine, endLine)}`})${at}`;
  const item = { ...symbolRef(node), lines };
  const short = {
    item: { ...item, ...(signature === '' ? {} : { signature }) },
    text: signature === '' ? head : `${head}\n    ${signature}`,
  };
  const source = await sources.of(node.path);
  // The lines of a changed file may be those of something else.
  if (kind === 'file' || endLine - startLine >= BODY_LINES_MAX || source.isStale) return [short];
  const characters = Number.POSITIVE_INFINITY;
  const body = bodyOf(node, source, { characters, channel: 'both' });
  if (body === undefined) return [short];
  const text = `${head}\n${numbered(body.text, body.startLine)}`;
  return [short, { item: { ...item, ...bodyField(body) }, text }];
}

export interface FittedNeighbours {
  readonly lists: NeighbourLists;
  readonly text: string;
  readonly size: number;
  /** Nodes that are shown. */
  readonly nodes: ReadonlySet<number>;
}

/**
 * Names as many neighbours as fit, the first of each group before the second of any, and then shows
 * the bodies that fit whole. Counted as text and data, so that every transport shows the same.
 */
export function fitNeighbours(
  neighbours: readonly Neighbour[],
  groups: readonly NeighbourGroup[],
  characters: number,
): FittedNeighbours {
  let left = characters;
  const shown = new Map<Neighbour, Rendering<NeighbourItem>>();
  for (const one of inTurns(neighbours)) {
    const [short] = one.renderings;
    if (short === undefined || costOf(short, 'both') > left) break;
    left -= costOf(short, 'both');
    shown.set(one, short);
  }
  for (const [one, short] of shown) {
    const [, full] = one.renderings;
    const growth = full === undefined ? 0 : costOf(full, 'both') - costOf(short, 'both');
    if (full === undefined || growth > left) continue;
    left -= growth;
    shown.set(one, full);
  }
  const lists = NEIGHBOUR_GROUPS.filter((group) => groups.includes(group)).map((group) => {
    const own = neighbours.filter((one) => one.group === group);
    const rows = own.flatMap((one) => shown.get(one) ?? []);
    return { group, rows, counts: countsOf(rows.length, own.length) };
  });
  return {
    lists: lists.map(({ group, rows, counts }) => ({
      group,
      ...counts,
      items: rows.map(({ item }) => item),
    })),
    text: lists
      .flatMap(({ group, rows, counts: { returned_count: some, total_count: all } }) => [
        all === 0
          ? `${group}: none found`
          : `${group} (${some === all ? all : `${some} of ${all}`}):`,
        ...rows.map(({ text }) => text),
      ])
      .join('\n'),
    size: characters - left,
    nodes: new Set([...shown.keys()].map(({ node }) => node.index)),
  };
}

/** Returns the first of each group, then the second of each, and so on. */
function inTurns(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const places = new Map<NeighbourGroup, number>();
  return neighbours
    .map((one) => {
      const turn = places.get(one.group) ?? 0;
      places.set(one.group, turn + 1);
      return { one, turn };
    })
    .filter(({ turn }) => turn < NEIGHBOURS_MAX)
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
}
