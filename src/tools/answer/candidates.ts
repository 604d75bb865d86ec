/** Instead of a walk from a symbol that was guessed: those that the words of its start fit equally well. */
import type { OpenIndex } from '../context.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { type Channel, fitRenderings, withinBudget } from './budget.ts';
import { countsOf, listSchema } from './counts.ts';
import { lineRange } from './display.ts';
import { symbolRef, symbolRefSchema } from './symbol-card.ts';

const CANDIDATES_MAX = 20;

export const candidatesSchema = listSchema(symbolRefSchema);

/** What a tool's answer has besides, where its walk did not begin: empty lists and the like. */
type NoWalk = Readonly<Record<string, unknown>>;

/** The answer where several fit, most used first. */
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
        notes: [...notes, 'ask again with the id of one of them'],
      },
      text: `"${symbol}" fits ${all.length} symbols equally well; none was guessed:\n${text}`,
    };
  });
}
