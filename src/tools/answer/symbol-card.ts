import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { modifierNames, SYMBOL_KINDS, VISIBILITIES } from '../../model/symbol.ts';
import { lineRange, oneLine, visible } from './display.ts';
import { locationOf, locationShape } from './location.ts';

/** A symbol without its body. */
export const symbolCardSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  ...locationShape,
  language: z.string(),
  /** Id of the enclosing symbol or file; empty for a file. */
  parent: z.string(),
  signature: z.string(),
  doc: z.string(),
  exported: z.boolean(),
  visibility: z.enum(VISIBILITIES),
  modifiers: z.array(z.string()),
});
export type SymbolCard = z.infer<typeof symbolCardSchema>;

export function symbolCard(graph: SymbolGraph, node: SymbolNode, docMax: number): SymbolCard {
  const doc = visible(node.doc);
  return {
    id: node.id,
    kind: node.kind,
    name: node.name,
    ...locationOf(node),
    language: node.language,
    parent: node.parent < 0 ? '' : graph.node(node.parent).id,
    signature: oneLine(node.signature, 300),
    doc: doc.length <= docMax ? doc : `${doc.slice(0, Math.max(0, docMax - 1))}…`,
    exported: node.exported,
    visibility: node.visibility,
    modifiers: modifierNames(node.modifiers),
  };
}

/** Returns the card; signature and doc comment are left out as far as the body shows them. */
export function cardText(card: SymbolCard, body = '', isShort = false): string {
  const traits = [
    card.kind,
    ...(card.exported ? ['exported'] : []),
    ...(card.visibility === 'public' ? [] : [card.visibility]),
    ...card.modifiers,
  ];
  const lines = [
    `${card.id} (${traits.join(', ')}) lines ${lineRange(card.start_line, card.end_line)}`,
  ];
  if (card.kind !== 'file' && body === '') lines.push(`  ${card.signature}`);
  const isShown = body.includes(card.doc.split('\n')[0] ?? '');
  // The first paragraph says what it is.
  const doc = isShort ? oneLine(card.doc.split(/\n\s*\n/)[0] ?? '', 200) : card.doc;
  if (doc !== '' && !isShown) lines.push(...doc.split('\n').map((line) => `  > ${line}`.trimEnd()));
  return lines.join('\n');
}

/** A one-line description of a symbol, for lists of alternatives. */
export const symbolRefSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  ...locationShape,
});
export type SymbolRef = z.infer<typeof symbolRefSchema>;

export function symbolRef(node: SymbolNode): SymbolRef {
  return {
    id: node.id,
    kind: node.kind,
    ...locationOf(node),
  };
}
