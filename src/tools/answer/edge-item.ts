import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EDGE_KINDS, EVIDENCE } from '../../model/edge.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Rendering } from './budget.ts';
import { lineRange, numberedLine, oneLine } from './display.ts';
import type { EdgeRow } from './edge-rows.ts';
import { locationOf, locationShape } from './location.ts';
import type { Sources } from './sources.ts';

/** An edge as tools return it: the symbol at the other end and its location in the code. */
export const edgeItemSchema = z.strictObject({
  direction: z.enum(['in', 'out']),
  edge: z.enum(EDGE_KINDS),
  symbol: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  ...locationShape,
  evidence: z.enum(EVIDENCE),
  /**
   * The file that contains the edge's lines; at most {@link SITES_MAX} of the `site_count` lines
   * are listed.
   */
  site_path: z.string(),
  site_lines: z.array(z.int()),
  site_count: z.int(),
  signature: z.string().optional(),
  /** The first of the lines; absent if its file changed after it was indexed. */
  code: z.string().optional(),
  stale: z.literal(true).optional(),
});
export type EdgeItem = z.infer<typeof edgeItemSchema>;

const SITES_MAX = 10;
const CODE_CHARACTERS_MAX = 160;

/** Renders one edge at every level of detail. */
export async function renderEdge(
  graph: SymbolGraph,
  row: EdgeRow,
  sources: Sources,
): Promise<readonly Rendering<EdgeItem>[]> {
  const other = graph.node(row.other);
  const sitePath = graph.pathOf(row.edge.source);
  const source = await sources.of(sitePath);
  const line = row.edge.lines[0];
  // The line of a changed file is some other line.
  const isShown = line !== undefined && !source.isStale;
  const code = isShown ? oneLine(source.lines[line - 1] ?? '', CODE_CHARACTERS_MAX) : '';
  const location: EdgeItem = {
    direction: row.direction,
    edge: row.edge.kind,
    symbol: other.id,
    kind: other.kind,
    ...locationOf(other),
    evidence: row.edge.evidence,
    site_path: sitePath,
    site_lines: row.edge.lines.slice(0, SITES_MAX),
    site_count: row.edge.lines.length,
    ...(source.isStale ? { stale: true as const } : {}),
  };
  const signature = other.kind === 'file' ? '' : oneLine(other.signature, 300);
  const signed = signature === '' ? location : { ...location, signature };
  const text = edgeLine(location);
  const signedText = signature === '' ? text : `${text}\n      ${signature}`;
  return [
    { item: location, text },
    { item: signed, text: signedText },
    code === ''
      ? { item: signed, text: signedText }
      : {
          item: { ...signed, code },
          // If the reference is in the signature, the code line would repeat it.
          text: `${code.startsWith(signature) ? text : signedText}\n    ${numberedLine(line ?? 0, code)}`,
        },
  ];
}

/**
 * Returns `← calls src/cart.ts::Cart::checkout (method, 10-32) at line 14,20 [scoped]`; ids start
 * with the path.
 */
function edgeLine(item: EdgeItem): string {
  const arrow = item.direction === 'in' ? '←' : '→';
  return `  ${arrow} ${item.edge} ${listedEdgeLine(item)}`;
}

/** Returns the same without direction and kind, which the heading of the list states. */
export function listedEdgeLine(item: EdgeItem): string {
  const more = item.site_count > item.site_lines.length ? ',…' : '';
  const sites = item.site_lines.length === 0 ? '' : ` at line ${item.site_lines.join(',')}${more}`;
  const evidence = item.evidence === 'exact' ? '' : ` [${item.evidence}]`;
  const lines = item.kind === 'file' ? '' : `, ${lineRange(item.start_line, item.end_line)}`;
  const stale = item.stale === true ? ' [stale: file changed]' : '';
  return `${item.symbol} (${item.kind}${lines})${sites}${evidence}${stale}`;
}
