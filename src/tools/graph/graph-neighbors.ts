import { z } from 'zod';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { CODE_EDGE_KINDS, type EdgeKind, EVIDENCE } from '../../model/edge.ts';
import { DETAILS } from '../answer/budget.ts';
import { candidatesSchema } from '../answer/candidates.ts';
import { countsShape } from '../answer/counts.ts';
import { coverageNotes } from '../answer/coverage.ts';
import { DATA_NOTICE, place, plural } from '../answer/display.ts';
import { edgeItemSchema, renderEdge } from '../answer/edge-item.ts';
import { DIRECTIONS, type EdgeSelection, selectEdges } from '../answer/edge-rows.ts';
import { kindsNote } from '../answer/kinds-note.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { Sources } from '../answer/sources.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import { symbolTool } from '../index-tool.ts';
import { edgeKinds } from '../input/kinds.ts';
import { projectParameter, symbolParameter, tokensParameter } from '../input/parameters.ts';

const input = z.strictObject({
  symbol: symbolParameter,
  direction: z.enum(DIRECTIONS).default('both').describe('in: who uses it'),
  kinds: z
    .array(z.string())
    .default([])
    .describe('contains, imports, extends, implements, calls, references'),
  evidence: z.enum(EVIDENCE).default('scoped').describe('Weakest evidence'),
  max_results: z.number().default(50),
  detail: z.enum(DETAILS).default('snippets'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

export const graphNeighbors = symbolTool({
  name: 'graph_neighbors',
  title: 'Graph neighbours',
  description:
    'The edges of one symbol, in and out, with the code of each. Prefer code_references and graph_traverse.',
  input,
  output: {
    /** Absent if the words match several symbols, which are then listed as `candidates`. */
    symbol: symbolRefSchema.optional(),
    candidates: candidatesSchema.optional(),
    edges: z.array(edgeItemSchema),
    ...countsShape,
    /** Number of edges by direction and kind, e.g. `in.calls`, including those not shown. */
    edge_counts: z.record(z.string(), z.int()),
  },
  hasRequests: true,
  bounds: { max_results: { min: 1, max: 200 } },
  ambiguous: { edges: [], edge_counts: {} },
  async answer({ open, snapshot, graph, node, othersNotes }, request) {
    const { direction, evidence: evidenceMin } = request;
    const kinds = edgeKinds(request.kinds);
    const select = (included: readonly EdgeKind[]) =>
      selectEdges(graph, node.index, { direction, kinds: included, evidenceMin });
    const selection = select(kinds);
    const isEmptyByKinds = kinds.length > 0 && selection.rows.length === 0;
    const sources = new Sources(open);
    const rows = await Promise.all(
      selection.rows.slice(0, request.max_results).map((row) => renderEdge(graph, row, sources)),
    );
    const known = [
      ...(isEmptyByKinds ? kindsNote('edges', select(kindsBut(kinds)).byKind) : []),
      ...notesOf(snapshot, node, selection),
      ...othersNotes,
    ];
    const { detail } = request;
    const total = selection.rows.length;
    return renderList({ rows, detail, total }, ({ items, counts, notes, text }) => ({
      fields: { symbol: symbolRef(node), edges: items, ...counts, edge_counts: selection.byKind },
      notes: [...notes, ...known],
      text: [headOf(node, selection, items.length), text],
    }));
  },
});

/**
 * Returns the code edge kinds not requested, without `contains`: a symbol's id already names what
 * contains it.
 */
function kindsBut(kinds: readonly EdgeKind[]): readonly EdgeKind[] {
  return CODE_EDGE_KINDS.filter((kind) => kind !== 'contains' && !kinds.includes(kind));
}

function headOf(node: SymbolNode, selection: EdgeSelection, shownCount: number): string {
  const where = place(node.path, node.startLine, node.endLine);
  const byKind = Object.entries(selection.byKind).map(([kind, count]) => `${kind} ${count}`);
  const total = selection.rows.length;
  if (total === 0) return `${node.id} (${node.kind}, ${where}): no such edges`;
  return `${node.id} (${node.kind}, ${where}): ${shownCount} of ${plural(total, 'edge')}; ${byKind.join(', ')}. ${DATA_NOTICE}`;
}

function notesOf(snapshot: Snapshot, node: SymbolNode, selection: EdgeSelection): string[] {
  const notes: string[] = [];
  if (selection.weakerCount > 0) {
    notes.push(`${plural(selection.weakerCount, 'edge')} of weaker evidence left out`);
  }
  if (selection.rows.length > 0) return notes;
  if (node.kind === 'class') {
    notes.push('uses of a class may be edges of its constructor or members; query those too');
  }
  return [...notes, ...coverageNotes(snapshot, node.kind === 'file' ? undefined : node.name)];
}
