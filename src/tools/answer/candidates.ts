/**
 * Answers with the symbols that match a starting symbol's words equally well, instead of guessing
 * one and walking from it.
 */
import type { OpenIndex } from '../context.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { countsOf, listSchema } from './counts.ts';
import { lineRange } from './display.ts';
import { type RenderAnswer, renderList } from './rendered-answer.ts';
import { symbolRef, symbolRefSchema } from './symbol-card.ts';

const CANDIDATES_MAX = 20;

export const candidatesSchema = listSchema(symbolRefSchema);

/**
 * Returns the answer for several matching symbols, most used first. `empty` has the remaining
 * fields of the tool's answer when no walk was made, such as empty lists.
 */
export function renderCandidates(
  { snapshot: { graph } }: OpenIndex,
  { node, rivals }: SymbolMatch,
  words: string,
  empty: Readonly<Record<string, unknown>>,
): RenderAnswer<object> {
  const all = [node, ...rivals];
  const rows = all.slice(0, CANDIDATES_MAX).map((index) => {
    const { id, kind, startLine, endLine } = graph.node(index);
    const text = `  ${id} (${kind}, ${lineRange(startLine, endLine)})`;
    return [{ item: symbolRef(graph.node(index)), text }];
  });
  return renderList({ rows, detail: 'locations', total: all.length }, (fitted) => ({
    fields: { ...empty, ...countsOf(0, 0), candidates: { items: fitted.items, ...fitted.counts } },
    notes: [...fitted.notes, 'retry with one of these ids'],
    text: [`"${words}" is ambiguous (${all.length} matches):`, fitted.text],
  }));
}
