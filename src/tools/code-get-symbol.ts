import { z } from 'zod';
import { GraphMemoryError } from '../base/errors.ts';
import { type RequestedAnswer, renderSeveral } from './answer/several.ts';
import { indexTool } from './index-tool.ts';
import { failedItemSchema, failedNotes, getSymbols } from './input/get-symbols.ts';
import { projectParameter, symbolParameter, tokensParameter } from './input/parameters.ts';
import { NEIGHBOUR_GROUPS } from './symbol/neighbours.ts';
import { type SymbolFields, symbolAnswer, symbolShape } from './symbol/symbol-answer.ts';

const input = z.strictObject({
  symbol: symbolParameter.optional(),
  symbols: z.array(symbolParameter).default([]).describe('Several at once'),
  with: z.array(z.enum(NEIGHBOUR_GROUPS)).default([]).describe('Neighbours to add'),
  history: z.boolean().default(false).describe('Add last change and authors, from git'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

export const codeGetSymbol = indexTool({
  name: 'code_get_symbol',
  title: 'Get symbol',
  description:
    'Symbols exactly, one or several: whole body, signature, doc, who uses them; `with` adds the code of neighbours. Also settings (environment variable, flag, option): default and readers. Use instead of reading the whole file.',
  input,
  output: {
    ...symbolShape,
    /** The other symbols, if several were requested. */
    more: z.array(z.strictObject(symbolShape)).optional(),
    failed: z.array(failedItemSchema).optional(),
  },
  async answer(call, { symbol, symbols, with: groups, history }) {
    const words = [...new Set([...(symbol === undefined ? [] : [symbol]), ...symbols])];
    const { found, failed } = await getSymbols(call.open, words);
    const requests: RequestedAnswer<SymbolFields>[] = [];
    for (const { words: requested, match } of found) {
      requests.push({
        requested,
        render: await symbolAnswer(call, { words: requested, match, groups, history }),
      });
    }
    const [first, ...others] = requests;
    if (first === undefined) {
      throw new GraphMemoryError('GM_USAGE', 'code_get_symbol takes symbol or symbols', {
        hint: 'Give the id, name or path:line of one symbol or of several.',
      });
    }
    const render = renderSeveral([first, ...others]);
    return async (budget) => {
      const { fields, notes, text } = await render(budget);
      return {
        fields: { ...fields, ...(failed.length === 0 ? {} : { failed: [...failed] }) },
        notes: [...failedNotes(failed), ...notes],
        text,
      };
    };
  },
});
