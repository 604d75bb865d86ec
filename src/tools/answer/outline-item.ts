import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Rendering } from './budget.ts';
import { lineRange, oneLine } from './display.ts';

/**
 * A symbol of a file's outline, in source order. Outlines are long, so fields that repeat the
 * answer are left out: the path, the name where it equals the id, and values of 0 or false.
 */
export const outlineItemSchema = z.strictObject({
  name: z.string(),
  /** The part of its id after the path; left out if it equals the name. */
  symbol: z.string().optional(),
  kind: z.enum(SYMBOL_KINDS),
  start_line: z.int(),
  end_line: z.int(),
  /** Nesting depth; left out for outermost symbols. */
  depth: z.int().optional(),
  exported: z.literal(true).optional(),
  signature: z.string().optional(),
  doc: z.string().optional(),
});
export type OutlineItem = z.infer<typeof outlineItemSchema>;

const SIGNATURE_CHARACTERS_MAX = 160;
const DOC_CHARACTERS_MAX = 120;

/**
 * Renders one symbol at each level: its location, then with signature, then with the first line of
 * its doc comment.
 */
export function renderSymbol(
  graph: SymbolGraph,
  node: SymbolNode,
): readonly Rendering<OutlineItem>[] {
  const inside = node.id.slice(node.path.length + '::'.length);
  const depth = depthOf(graph, node);
  const location: OutlineItem = {
    name: node.name,
    ...(inside === node.name ? {} : { symbol: inside }),
    kind: node.kind,
    start_line: node.startLine,
    end_line: node.endLine,
    ...(depth === 0 ? {} : { depth }),
    ...(node.exported ? { exported: true as const } : {}),
  };
  const signed = { ...location, signature: oneLine(node.signature, SIGNATURE_CHARACTERS_MAX) };
  const summary = oneLine(node.doc.split(/\n\s*\n/)[0] ?? '', DOC_CHARACTERS_MAX);
  const full = summary === '' ? signed : { ...signed, doc: summary };
  return [location, signed, full].map((item) => ({ item, text: itemText(item) }));
}

/** Returns the number of symbols between a node and its file. */
function depthOf(graph: SymbolGraph, node: SymbolNode): number {
  let depth = 0;
  for (let outer = node.parent; outer >= 0; depth++) {
    const parent = graph.node(outer);
    if (parent.kind === 'file') break;
    outer = parent.parent;
  }
  return depth;
}

function itemText(item: OutlineItem): string {
  const lines = lineRange(item.start_line, item.end_line);
  const shown = item.signature ?? item.name;
  const exported = item.exported === true && !shown.startsWith('export') ? ' (exported)' : '';
  const doc = item.doc === undefined ? '' : `  — ${item.doc}`;
  return `${'  '.repeat((item.depth ?? 0) + 1)}${lines} ${item.kind} ${shown}${exported}${doc}`;
}
