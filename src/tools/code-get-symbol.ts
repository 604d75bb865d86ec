import { z } from 'zod';
import { GraphMemoryError } from '../base/errors.ts';
import { candidatesText } from './answer/candidates.ts';
import type { RenderAnswer } from './answer/rendered-answer.ts';
import { type RequestedAnswer, renderSeveral } from './answer/several.ts';
import { type IndexCall, indexTool } from './index-tool.ts';
import type { SymbolMatch } from './input/find-symbol.ts';
import { failedItemSchema, getSymbols, withFailed } from './input/get-symbols.ts';
import { projectParameter, symbolParameter, tokensParameter } from './input/parameters.ts';
import { NEIGHBOUR_GROUPS } from './symbol/neighbours.ts';
import { type SymbolFields, symbolAnswer, symbolShape } from './symbol/symbol-answer.ts';

/** Longer bodies are condensed. */
const LINES_OF_ONE = 60;
const LINES_OF_SEVERAL = 20;
/** A name with so many symbols that match as well is answered with a list. */
const RIVALS_MIN = 2;

const input = z.strictObject({
  symbol: symbolParameter.optional(),
  symbols: z.array(symbolParameter).default([]).describe('Several at once'),
  with: z.array(z.enum(NEIGHBOUR_GROUPS)).default([]).describe('Neighbours to add'),
  detail: z.enum(['short', 'full']).default('short').describe('full: long bodies whole'),
  history: z.boolean().default(false).describe('Add last change and authors, from git'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

export const codeGetSymbol = indexTool({
  name: 'code_get_symbol',
  title: 'Get symbol',
  description:
    'Symbols exactly, one or several: body (a long one as its calls, branches and results), signature, doc, who uses them; `with` adds neighbours. For a chain ask for all its steps at once. Also settings (environment variable, flag, option): default and readers. Use instead of reading the whole file.',
  input,
  output: {
    ...symbolShape,
    /** The other symbols, if several were requested. */
    more: z.array(z.strictObject(symbolShape)).optional(),
    failed: z.array(failedItemSchema).optional(),
  },
  async answer(call, { symbol, symbols, with: groups, detail, history }) {
    const words = [...new Set([...(symbol === undefined ? [] : [symbol]), ...symbols])];
    const { found, failed } = await getSymbols(call.open, words);
    const requests: RequestedAnswer<SymbolFields>[] = [];
    const isOne = found.length === 1;
    const wholeLines =
      detail === 'full' ? Number.POSITIVE_INFINITY : isOne ? LINES_OF_ONE : LINES_OF_SEVERAL;
    for (const { words: requested, match } of found) {
      const render = await symbolAnswer(call, {
        words: requested,
        match,
        groups,
        history,
        wholeLines,
        isOne,
      });
      const isGuess = match.rivals.length >= RIVALS_MIN;
      requests.push({
        requested,
        render: isGuess ? withCandidates(call, { requested, match }, render) : render,
      });
    }
    const [first, ...others] = requests;
    if (first === undefined) {
      throw new GraphMemoryError('GM_USAGE', 'code_get_symbol takes symbol or symbols', {
        hint: 'Give the id, name or path:line of one symbol or of several.',
      });
    }
    return withFailed(renderSeveral([first, ...others]), failed);
  },
});

/** Lists the symbols that a name may mean instead of the code of a guess; the data have that. */
function withCandidates(
  { graph }: IndexCall,
  { requested, match }: { readonly requested: string; readonly match: SymbolMatch },
  render: RenderAnswer<SymbolFields>,
): RenderAnswer<SymbolFields> {
  return async (budget) => ({
    ...(await render(budget)),
    notes: [],
    text: [candidatesText(graph, match, requested)],
  });
}
