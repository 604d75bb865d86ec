/** The answer about one symbol: its card, body, edges, and what is known about it. */
import { z } from 'zod';
import { type RelatedMember, relatedMembers } from '../../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Setting } from '../../model/setting.ts';
import { nameAccount, nameAccountSchema } from '../account/name-account.ts';
import { bodyField, bodyOf, bodySchema, bodyText, wholeSize } from '../answer/body.ts';
import { type Channel, costOf, sizeIn } from '../answer/budget.ts';
import { condensed, condensedText } from '../answer/condensed.ts';
import { countsOf, listSchema } from '../answer/counts.ts';
import { currentSymbol, isLocated, stateNotes } from '../answer/current-symbol.ts';
import { edgeItemSchema } from '../answer/edge-item.ts';
import { type EdgeRow, selectEdges } from '../answer/edge-rows.ts';
import { projectPrefix } from '../answer/index-fields.ts';
import type { RenderAnswer } from '../answer/rendered-answer.ts';
import { edgesText, fitSharedEdges } from '../answer/shared-edges.ts';
import { type CurrentSource, Sources } from '../answer/sources.ts';
import {
  cardText,
  symbolCard,
  symbolCardSchema,
  symbolRef,
  symbolRefSchema,
} from '../answer/symbol-card.ts';
import { unresolvedField, unresolvedSchema } from '../answer/unresolved-item.ts';
import { selectUses, USE_KINDS } from '../answer/use-rows.ts';
import type { OpenIndex, ToolContext } from '../context.ts';
import { edgesWithin, type PlacedReference, referencesAcross } from '../docs/across.ts';
import { isDocumentation } from '../docs/cross-references.ts';
import { staleNotes } from '../docs/drift/stale-notes.ts';
import { entryPointsTo, reachedFields } from '../entry-points/reached-from.ts';
import { historySchema, symbolHistory } from '../git/symbol-history.ts';
import type { FieldsOf, IndexCall } from '../index-tool.ts';
import { othersNotes, type SymbolMatch } from '../input/find-symbol.ts';
import { memoryField, memorySchema } from '../notes/shown-notes.ts';
import {
  settingItem,
  settingSchema,
  settingsWithoutSymbol,
  settingText,
  withinCharacters,
} from '../settings/settings.ts';
import { fitNeighbours, neighboursOf, neighboursSchema } from './neighbours.ts';
import { edgesMax, knownText, notesOf, partNotes, type SymbolRequest } from './symbol-text.ts';

const OTHERS_MAX = 10;
const OWN_SETTINGS_MAX = 3;
const DOCUMENTED_MAX = 5;
/** Space for the notes and the lines around edges and body. */
const NOTES_CHARACTERS = 400;
/**
 * Shares of the budget: the maximum for the doc comment, and the minimum reserved for neighbours and
 * for edges before the body is cut. Both also get what a short body leaves.
 */
const DOC_SHARE = 0.2;
const NEIGHBOURS_SHARE = 0.5;
const EDGES_SHARE = 0.35;

export const symbolShape = {
  symbol: symbolCardSchema,
  /** Its text on disk; absent if it is no longer there. */
  body: bodySchema.optional(),
  /** Whether the file changed after it was indexed. Card and body are then as on disk. */
  stale: z.boolean(),
  /** Number of edges by direction and kind, e.g. `in.calls`, including those not listed. */
  edge_counts: z.record(z.string(), z.int()),
  /**
   * The symbols that use it and the ones it uses; directions and kinds share the space, bases come
   * first. The symbols it contains are listed only if the body is cut.
   */
  edges: listSchema(edgeItemSchema),
  /** The neighbours that `with` asks for; `edges` does not repeat them. */
  neighbours: neighboursSchema.optional(),
  /** Every line that holds the name, by what it is; as in code_references. */
  account: nameAccountSchema.optional(),
  /** The settings of the requested name, or that the symbol declares. */
  settings: z.array(settingSchema).optional(),
  /** Members of bases that it overrides or implements, nearest first. */
  overrides: listSchema(z.string()).optional(),
  /** Members of derived types that override or implement it, nearest first. */
  overridden_by: listSchema(z.string()).optional(),
  /** Bases, types and calls of its own that lead to no symbol of the project. */
  unresolved: unresolvedSchema.optional(),
  /** Documentation sections that explain it or show its use: `path:line id`. */
  documented_in: z.array(z.string()),
  /** The nearest entry points that lead to it, with the names on the way. */
  entry_points: z.array(z.string()),
  /** The number of all entry points that reach it. */
  entry_points_total: z.int(),
  /** Notes about it or what contains it, with what became of the code since. */
  memory: memorySchema,
  /** On request: the commits that changed its lines. */
  history: historySchema.optional(),
  /** Other symbols with the same name. */
  others: listSchema(symbolRefSchema),
} as const;
export type SymbolFields = FieldsOf<typeof symbolShape>;

/** The part of an answer without a history. */
const NO_HISTORY: Awaited<ReturnType<typeof symbolHistory>> = { notes: [], text: '' };

/** Gathers what is known about a symbol, to be rendered within any budget. */
export async function symbolAnswer(
  call: IndexCall,
  request: SymbolRequest,
): Promise<RenderAnswer<SymbolFields>> {
  const { graph } = call;
  const { match, groups, isOne } = request;
  const named = settingsWithoutSymbol(call.snapshot, request.words);
  if (named.length > 0) return settingAnswer(call, match, named);
  const { sources, source, now, selection, known, notes, neighbours, settingsField, text } =
    await gathered(call, request);
  const shown = { ...now.node, ...linesAround(request.words, now.node) };
  const short = isLocated(now)
    ? condensedOf(graph, { node: now.node, shown }, source, request)
    : undefined;
  return async ({ characters, channel }) => {
    const card = symbolCard(graph, now.node, Math.floor(characters * DOC_SHARE));
    const head = {
      item: { symbol: card, ...settingsField, ...known },
      text: [cardText(card), ...text].join(),
    };
    const leftIn = (one: Channel) => characters - costOf(head, one) - NOTES_CHARACTERS;
    const wholeBody = isLocated(now) ? wholeSize(shown, source, 'both') : 0;
    const forNeighbours = Math.max(leftIn('both') * NEIGHBOURS_SHARE, leftIn('both') - wholeBody);
    const around = fitNeighbours(neighbours, groups, forNeighbours);
    const left = leftIn('both') - around.size;
    const forEdges = Math.max(left * EDGES_SHARE, left - wholeBody);
    const rows = selection.rows.filter(
      (row) =>
        isListed(row, wholeBody > forEdges) && isWithin(row, shown) && !around.nodes.has(row.other),
    );
    const edges = await fitSharedEdges(graph, rows, sources, forEdges);
    const besides = around.text.length + edges.text.length;
    const size = sizeIn(channel, besides, around.size + edges.size - besides);
    const body = isLocated(now)
      ? bodyOf(shown, source, { characters: leftIn(channel) - size, channel })
      : undefined;
    const counts = countsOf(edges.items.length, rows.length);
    return {
      fields: {
        symbol: card,
        ...bodyField(body),
        edges: { items: [...edges.items], ...counts },
        ...(groups.length === 0 ? {} : { neighbours: around.lists }),
        ...settingsField,
        ...known,
      },
      notes: [
        ...stateNotes(now),
        ...partNotes(now.node, shown),
        ...notesOf(shown, {
          body: short === undefined ? body : undefined,
          selection,
        }),
        ...notes,
      ],
      text: [
        ...(short === undefined
          ? [cardText(card, body?.text, !isOne), bodyText(body)]
          : [cardText(card, '', true), condensedText(shown, short, leftIn(channel) - size)]),
        around.text,
        edgesText(selection.byKind, edges.items, (name) =>
          edgesMax(name, request, short !== undefined),
        ),
        ...text,
      ],
    };
  };
}

/** Returns what is known of a symbol, and how it reads. */
async function gathered(call: IndexCall, request: SymbolRequest) {
  const { context, open, project, graph } = call;
  const { match, groups } = request;
  const node = graph.node(match.node);
  context.session?.touch(project.name, node.path, 'read');
  const sources = new Sources(open);
  const source = await sources.of(node.path);
  const now = await currentSymbol(open, node, source);
  const references = await documentation(context, open, node);
  const { selection, ...facts } = await knownOf(call, match, references);
  const history =
    request.history && isLocated(now) ? await symbolHistory(open, now.node, source) : NO_HISTORY;
  const known = {
    stale: source.isStale,
    ...facts,
    ...(history.history && { history: history.history }),
  };
  const settings = await settingsOf(open, node);
  return {
    ...{ sources, source, now, selection, known },
    notes: [
      ...othersNotes(graph, request.words, match),
      ...(await staleNotes(open, edgesWithin(references, open))),
      ...history.notes,
    ],
    neighbours: await neighboursOf(open, node, groups, references),
    settingsField: settings.length === 0 ? {} : { settings: [...settings] },
    text: [
      ...settings.map(settingText),
      ...knownText(known, request, settings.length > 0),
      history.text,
    ],
  };
}

/** Returns the condensed body of a long symbol that is shown whole. */
function condensedOf(
  graph: SymbolGraph,
  { node, shown }: { readonly node: SymbolNode; readonly shown: SymbolNode },
  source: CurrentSource,
  { wholeLines }: SymbolRequest,
) {
  const isPart = shown.startLine !== node.startLine || shown.endLine !== node.endLine;
  const isLong = !isPart && shown.endLine - shown.startLine >= wholeLines;
  return isLong ? condensed(graph, shown, source) : undefined;
}

/** Returns the facts about a symbol that are the same in every budget. */
async function knownOf(
  { open, project, snapshot, graph }: IndexCall,
  match: SymbolMatch,
  references: readonly PlacedReference[],
) {
  const node = graph.node(match.node);
  const all = { direction: 'both', kinds: [], evidenceMin: 'scoped' } as const;
  const selection = selectEdges(graph, node.index, all);
  const reached = entryPointsTo(graph, snapshot.entryPoints, [node.index]);
  const others = match.others.slice(0, OTHERS_MAX).map((index) => symbolRef(graph.node(index)));
  const account = await accountOf(open, node);
  return {
    selection,
    edge_counts: selection.byKind,
    documented_in: references.map((row) => placeOf(row, open)),
    ...reachedFields(graph, reached),
    others: { items: others, ...countsOf(others.length, match.others.length) },
    ...(account === undefined ? {} : { account }),
    ...memoryField(snapshot, [node.index]),
    ...overridesOf(graph, node.index),
    ...unresolvedField(await project.unresolvedUses(snapshot, node.index)),
  };
}

/** Returns the settings that a symbol declares, or whose name it has. */
async function settingsOf(open: OpenIndex, { id, name }: SymbolNode) {
  const { settings } = open.snapshot;
  const own = settings.filter(
    (one) => one.name === name || one.declarations.some(({ symbol }) => symbol === id),
  );
  // A function that declares many flags is not one of them.
  return Promise.all(
    (own.length > OWN_SETTINGS_MAX ? [] : own).map((one) => settingItem(open, one, id)),
  );
}

/** Answers for a setting whose name no symbol has: its places instead of the code around them. */
async function settingAnswer(
  { open, graph }: IndexCall,
  match: SymbolMatch,
  named: readonly Setting[],
): Promise<RenderAnswer<SymbolFields>> {
  const settings = await Promise.all(named.map((one) => settingItem(open, one)));
  const card = symbolCard(graph, graph.node(match.node), 0);
  const none = { items: [], ...countsOf(0, 0) };
  const reached = { entry_points: [], entry_points_total: 0 };
  const empty = { stale: false, edge_counts: {}, documented_in: [], ...reached };
  return ({ characters }) => {
    const fitting = settings.map((one) => withinCharacters(one, characters / settings.length));
    return {
      fields: { symbol: card, ...empty, settings: fitting, edges: none, others: none },
      notes: [],
      text: fitting.map(settingText),
    };
  };
}

/** Returns the account of the name, counted as `code_references` counts it. */
function accountOf(open: OpenIndex, { index }: SymbolNode) {
  const { rows } = selectUses(open.snapshot.graph, index, {
    kinds: USE_KINDS,
    evidenceMin: 'scoped',
    withRelated: false,
  });
  return nameAccount(open, index, rows);
}

/** Lists the members that a member overrides or implements, and those that do so to it. */
function overridesOf(graph: SymbolGraph, node: number) {
  const related = relatedMembers(graph, node);
  const listOf = (relation: RelatedMember['relation']) => {
    const ids = related.flatMap((one) =>
      one.relation === relation ? [graph.node(one.node).id as string] : [],
    );
    const items = ids.slice(0, OTHERS_MAX);
    return ids.length === 0 ? undefined : { items, ...countsOf(items.length, ids.length) };
  };
  const [overrides, overridden] = [listOf('base'), listOf('override')];
  return {
    ...(overrides && { overrides }),
    ...(overridden && { overridden_by: overridden }),
  };
}

/** Returns the documentation sections that explain a code symbol or show its use. */
async function documentation(
  context: ToolContext,
  open: OpenIndex,
  node: SymbolNode,
): Promise<readonly PlacedReference[]> {
  if (open.snapshot.pages().has(node.path)) return [];
  const rows = await referencesAcross(context, open, node);
  return rows.filter(isDocumentation).slice(0, DOCUMENTED_MAX);
}

function placeOf({ node, lines, open: { project } }: PlacedReference, own: OpenIndex): string {
  const other = project === own.project ? undefined : project.name;
  return `${projectPrefix({ project: other })}${node.path}:${lines[0]} ${node.id}`;
}

/**
 * Whether an edge is listed. A symbol's id already names its parent, and the body shows what it
 * contains unless it is cut.
 */
function isListed(row: EdgeRow, isBodyCut: boolean): boolean {
  return row.edge.kind !== 'contains' || (isBodyCut && row.direction === 'out');
}

/** Whether an edge begins in the shown lines; bases and what uses the symbol do in any case. */
function isWithin({ direction, edge }: EdgeRow, { startLine, endLine }: SymbolNode): boolean {
  if (direction === 'in' || (edge.kind !== 'calls' && edge.kind !== 'references')) return true;
  return edge.lines.some((line) => startLine <= line && line <= endLine);
}

interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Longer symbols are shown in part if lines inside them were asked for. */
const WHOLE_LINES_MAX = 60;
/** Lines shown before and after those that were asked for. */
const AROUND_LINES = 15;

/**
 * Returns the lines to show of a symbol: all of them, or of a long one that is named by lines inside
 * it (`src/cart.ts:14`, `src/cart.ts:14-20`) those around these. Its first line names all of it.
 */
function linesAround(words: string, { startLine, endLine }: Lines): Lines {
  const [, from, to = from] = /[^:]:(\d+)(?:[-:](\d+))?$/.exec(words.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  const isInside = first > startLine && first <= endLine;
  if (!isInside || endLine - startLine < WHOLE_LINES_MAX) return { startLine, endLine };
  return {
    startLine: Math.max(startLine, first - AROUND_LINES),
    endLine: Math.min(endLine, Math.max(first, last) + AROUND_LINES),
  };
}
