/**
 * Answers with the symbols that match a starting symbol's words equally well, instead of guessing
 * one and walking from it.
 */
import type { OpenIndex } from '../context.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { type Channel, fitRenderings, withinBudget } from './budget.ts';
import { countsOf, listSchema } from './counts.ts';
import { lineRange } from './display.ts';
import { symbolRef, symbolRefSchema } from './symbol-card.ts';

const CANDIDATES_MAX = 20;

export const candidatesSchema = listSchema(symbolRefSchema);

/** Remaining fields of the tool's answer when no walk was made, such as empty lists. */
type NoWalk = Readonly<Record<string, unknown>>;

/** Returns the answer for several matching symbols, most used first. */
export function candidatesAnswer<Empty extends NoWalk>(
  channel: Channel,
  { project, snapshot }: OpenIndex,
  { node, rivals }: SymbolMatch,
  { symbol, max_tokens: tokensMax }: { readonly symbol: string; readonly max_tokens: number },
  empty: Empty,
) {
  const { graph, generation } = snapshot;
  const all = [node, ...rivals];
  const rows = all.slice(0, CANDIDATES_MAX).map((index) => {
    const { id, kind, startLine, endLine } = graph.node(index);
    const text = `  ${id} (${kind}, ${lineRange(startLine, endLine)})`;
    return [{ item: symbolRef(graph.node(index)), text }];
  });
  return withinBudget(channel, tokensMax, (budget) => {
    const { items, notes, text } = fitRenderings(rows, { budget, detail: 'locations', tokensMax });
    return {
      structured: {
        project: project.name,
        generation,
        ...empty,
        ...countsOf(0, 0),
        candidates: { items: [...items], ...countsOf(items.length, all.length) },
        notes: [...notes, 'retry with one of these ids'],
      },
      text: `"${symbol}" is ambiguous (${all.length} matches):\n${text}`,
    };
  });
}
