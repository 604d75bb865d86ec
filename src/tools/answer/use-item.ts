import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EVIDENCE } from '../../model/edge.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import type { Rendering } from './budget.ts';
import { siteOf } from './site.ts';
import { USE_KINDS, type UseRow } from './use-rows.ts';

/** A use in its shortest form, because agents request hundreds of them. */
export const useItemSchema = z.strictObject({
  /** The symbol that contains the use: the innermost one around the lines, or the file. */
  symbol: z.string(),
  /** `path:line,line`. */
  at: z.string(),
  /** `reads` for a setting, `requests` for a client of a route, `documents` for OpenAPI. */
  kind: z.enum([...USE_KINDS, 'reads', 'requests', 'documents']),
  evidence: z.enum(EVIDENCE),
  /** The symbol that the use names, if it is not the requested one. */
  through: z.string().optional(),
  relation: z.enum(['base', 'override', 'barrel']).optional(),
  /** The route that is requested, and the project of the client if it is another one. */
  route: z.string().optional(),
  project: z.string().optional(),
});
export type UseItem = z.infer<typeof useItemSchema>;

/** Forms of use that a reader would otherwise mistake for plain calls. */
const SHOWN_FORMS: ReadonlySet<string> = new Set(['new', 'jsx', 'decorator', 'tagged', 'super']);

/** Renders a use; the heading above it states the kind. */
export function renderUse(graph: SymbolGraph, row: UseRow): Rendering<UseItem> {
  const symbol = graph.node(row.edge.source).id;
  const { kind, evidence, through } = row;
  const at = siteOf(graph, row.edge);
  const named = through && graph.node(through.node).id;
  const item = {
    symbol,
    at,
    kind,
    evidence,
    ...(through === undefined || named === undefined
      ? {}
      : { through: named, relation: through.relation }),
  };
  const name = symbol.slice(pathOfSymbolId(symbol).length + 2);
  const marks = [
    ...(SHOWN_FORMS.has(row.edge.form) ? [row.edge.form] : []),
    ...(evidence === 'exact' ? [] : [evidence]),
    ...(through === undefined ? [] : [`${through.relation} ${named}`]),
  ];
  const tail = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return { item, text: `  ${at}${name === '' ? '' : ` ${name}`}${tail}` };
}
