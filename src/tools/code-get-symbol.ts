import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { type Body, bodyField, bodyOf, bodySchema, bodyText } from './answer/body.ts';
import { type Budget, costOf, type Fitted, fitRenderings, sizeIn } from './answer/budget.ts';
import { type Counts, countsOf, listSchema } from './answer/counts.ts';
import { plural } from './answer/display.ts';
import { type EdgeItem, edgeItemSchema, renderEdge } from './answer/edge-item.ts';
import { type EdgeRow, type EdgeSelection, selectEdges } from './answer/edge-rows.ts';
import { projectPrefix } from './answer/index-fields.ts';
import { Sources } from './answer/sources.ts';
import {
  cardText,
  symbolCard,
  symbolCardSchema,
  symbolRef,
  symbolRefSchema,
} from './answer/symbol-card.ts';
import type { OpenIndex, ToolContext } from './context.ts';
import { edgesWithin, type PlacedReference, referencesAcross } from './docs/across.ts';
import { isDocumentation } from './docs/cross-references.ts';
import { staleNotes } from './docs/drift/stale-notes.ts';
import { entryPointsTo, reachedText } from './entry-points/reached-from.ts';
import { symbolTool } from './index-tool.ts';
import { projectParameter, symbolParameter, tokensParameter } from './input/parameters.ts';

const EDGES_MAX = 30;
const OTHERS_MAX = 10;
const DOCUMENTED_MAX = 5;
const ENTRY_POINTS_MAX = 5;
/**
 * Shares of the budget: the maximum for the doc comment, and the minimum reserved for edges before
 * the body is cut.
 */
const DOC_SHARE = 0.2;
const EDGES_SHARE = 0.35;

const input = z.strictObject({
  symbol: symbolParameter,
  max_tokens: tokensParameter,
  project: projectParameter,
});

export const codeGetSymbol = symbolTool({
  name: 'code_get_symbol',
  title: 'Get symbol',
  description:
    'One symbol exactly: body, signature, doc, lines, and who uses it. Use instead of reading the whole file.',
  input,
  output: {
    symbol: symbolCardSchema,
    /** Absent if the file can no longer be read. */
    body: bodySchema.optional(),
    stale: z.boolean(),
    /** Number of edges by direction and kind, e.g. `in.calls`, including those not listed. */
    edge_counts: z.record(z.string(), z.int()),
    /**
     * The symbols that use it and the ones it uses. The symbols it contains are listed only if the
     * body is cut.
     */
    edges: listSchema(edgeItemSchema),
    /** Documentation sections that explain it or show its use: `path:line id`. */
    documented_in: z.array(z.string()),
    /** The nearest entry points that lead to it, with the names on the way. */
    entry_points: z.array(z.string()),
    /** Other symbols with the same name. */
    others: listSchema(symbolRefSchema),
  },
  async answer({ context, open, project, graph, match, node, othersNotes }) {
    context.session?.touch(project.name, node.path, 'read');
    const sources = new Sources(project);
    const source = await sources.of(node.path);
    const selection = selectEdges(graph, node.index, {
      direction: 'both',
      kinds: [],
      evidenceMin: 'scoped',
    });
    const whole = bodyOf(node, source, { characters: Number.POSITIVE_INFINITY, channel: 'text' });
    const wholeLength = whole?.text.length ?? 0;
    const references = await documentation(context, open, node);
    const documented = references.map((row) => placeOf(row, open));
    const { entryPoints } = open.snapshot;
    const reached = entryPointsTo(graph, entryPoints, node.index, ENTRY_POINTS_MAX).map((one) =>
      reachedText(graph, one),
    );
    const stale = await staleNotes(open, edgesWithin(references, open));
    const others = match.others.slice(0, OTHERS_MAX).map((index) => symbolRef(graph.node(index)));
    return async ({ characters, channel }) => {
      const card = symbolCard(graph, node, Math.floor(characters * DOC_SHARE));
      const left = characters - costOf({ item: card, text: cardText(card) }, channel);
      const isTooLong = sizeIn(channel, wholeLength, wholeLength) > left * (1 - EDGES_SHARE);
      const rows = selection.rows.filter((row) => isListed(row, isTooLong));
      const budget = { characters: left * EDGES_SHARE, channel };
      const edges = await fitEdges(graph, rows, sources, budget);
      const body = bodyOf(node, source, { characters: left - edges.size, channel });
      const counts = countsOf(edges.items.length, rows.length);
      const { isStale } = source;
      return {
        fields: {
          symbol: card,
          ...bodyField(body),
          stale: isStale,
          edge_counts: selection.byKind,
          edges: { items: [...edges.items], ...counts },
          documented_in: documented,
          entry_points: reached,
          others: { items: others, ...countsOf(others.length, match.others.length) },
        },
        notes: [
          ...notesOf(node, { body, isStale, selection, hasMoreEdges: counts.truncated }),
          ...othersNotes,
          ...stale,
        ],
        text: [
          cardText(card),
          bodyText(body),
          edgesText(selection, edges, counts),
          documented.length === 0 ? '' : `documented in: ${documented.join(', ')}`,
          reached.length === 0 ? '' : `entered by: ${reached.join('; ')}`,
        ],
      };
    };
  },
});

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

async function fitEdges(
  graph: SymbolGraph,
  rows: readonly EdgeRow[],
  sources: Sources,
  budget: Budget,
): Promise<Fitted<EdgeItem>> {
  if (rows.length === 0 || budget.characters <= 0)
    return { items: [], text: '', size: 0, notes: [] };
  const first = rows.slice(0, EDGES_MAX);
  const candidates = await Promise.all(first.map((row) => renderEdge(graph, row, sources)));
  return fitRenderings(candidates, { budget, detail: 'locations', tokensMax: 0 });
}

function edgesText(selection: EdgeSelection, edges: Fitted<EdgeItem>, counts: Counts): string {
  const byKind = Object.entries(selection.byKind).map(([kind, count]) => `${kind} ${count}`);
  if (byKind.length === 0) return 'edges: none found';
  return `edges (${counts.returned_count} of ${counts.total_count}; ${byKind.join(', ')}):\n${edges.text}`;
}

function notesOf(
  node: SymbolNode,
  facts: {
    readonly body: Body | undefined;
    readonly isStale: boolean;
    readonly selection: EdgeSelection;
    readonly hasMoreEdges: boolean;
  },
): string[] {
  const { body } = facts;
  const notes: string[] = [];
  if (body === undefined) notes.push(`${node.path} can no longer be read; run reindex`);
  else if (facts.isStale) {
    notes.push(`${node.path} changed after it was indexed; lines may have moved; run reindex`);
  }
  if (body?.isTruncated === true) {
    notes.push(
      `body cut after line ${body.endLine} of ${node.endLine}; raise max_tokens, or request one member (code_get_file_symbols lists them)`,
    );
  }
  if (facts.hasMoreEdges)
    notes.push('code_references lists all uses, graph_traverse its dependencies');
  if (facts.selection.weakerCount > 0) {
    notes.push(
      `${plural(facts.selection.weakerCount, 'edge')} known by name only omitted; graph_traverse with evidence nameOnly shows them`,
    );
  }
  return notes;
}
