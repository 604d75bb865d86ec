/** Instead of a walk from a symbol that was guessed: those that the words of its start fit equally well. */
import type { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { type Budget, fitRenderings } from './budget.ts';
import { countsOf, listSchema } from './counts.ts';
import { lineRange } from './display.ts';
import { symbolRef, symbolRefSchema } from './symbol-card.ts';

const CANDIDATES_MAX = 20;

export const candidatesSchema = listSchema(symbolRefSchema);

interface Candidates {
  readonly candidates: z.infer<typeof candidatesSchema>;
  readonly notes: readonly string[];
  readonly text: string;
}

/** Most used first. */
export function candidatesOf(
  graph: SymbolGraph,
  { node, rivals }: SymbolMatch,
  request: { readonly words: string; readonly budget: Budget; readonly tokensMax: number },
): Candidates {
  const { words, budget, tokensMax } = request;
  const all = [node, ...rivals];
  const rows = all.slice(0, CANDIDATES_MAX).map((index) => {
    const { id, kind, startLine, endLine } = graph.node(index);
    const text = `  ${id} (${kind}, ${lineRange(startLine, endLine)})`;
    return [{ item: symbolRef(graph.node(index)), text }];
  });
  const fitted = fitRenderings(rows, { budget, detail: 'locations', tokensMax });
  return {
    candidates: { items: [...fitted.items], ...countsOf(fitted.items.length, all.length) },
    notes: [...fitted.notes, 'ask again with the id of one of them'],
    text: `"${words}" fits ${all.length} symbols equally well; none was guessed:\n${fitted.text}`,
  };
}
