import { z } from 'zod';
import { isGraphMemoryError } from '../../base/errors.ts';
import type { RenderAnswer } from '../answer/rendered-answer.ts';
import type { OpenIndex } from '../context.ts';
import { failureOf } from '../failure.ts';
import type { SymbolMatch } from './find-symbol.ts';
import { getSymbol } from './get-symbol.ts';

/** A requested item that has no answer; the others are answered. */
export const failedItemSchema = z.strictObject({
  requested: z.string(),
  code: z.string(),
  message: z.string(),
  hint: z.string(),
});
export type FailedItem = z.infer<typeof failedItemSchema>;

interface FoundSymbols {
  readonly found: readonly { readonly words: string; readonly match: SymbolMatch }[];
  readonly failed: readonly FailedItem[];
}

/**
 * Finds several symbols. Words without a symbol do not fail the others.
 * @throws {GraphMemoryError} the error of the first words, if none is found.
 */
export async function getSymbols(open: OpenIndex, words: readonly string[]): Promise<FoundSymbols> {
  const items = words.map((one) => ({ words: one }));
  const { done, failed } = await eachItem(items, (one) => getSymbol(open, one.words));
  return {
    found: done.map(({ requested, result }) => ({ words: requested.words, match: result })),
    failed,
  };
}

/**
 * Does something for each item. An item that cannot be answered does not fail the others.
 * @throws the first error, if no item succeeds.
 */
export async function eachItem<Item extends { readonly words: string }, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<{
  readonly done: readonly { readonly requested: Item; readonly result: Result }[];
  readonly failed: readonly FailedItem[];
}> {
  const done: { requested: Item; result: Result }[] = [];
  const failed: FailedItem[] = [];
  let first: unknown;
  for (const requested of items) {
    try {
      done.push({ requested, result: await work(requested) });
    } catch (error) {
      if (!isGraphMemoryError(error) || error.code === 'GM_CANCELLED') throw error;
      first ??= error;
      const { code, message, hint } = failureOf(error);
      failed.push({ requested: requested.words, code, message, hint });
    }
  }
  if (done.length === 0 && first !== undefined) throw first;
  return { done, failed };
}

/** Adds the items that failed to the answer for the others. */
export function withFailed<Fields extends object>(
  render: RenderAnswer<Fields>,
  failed: readonly FailedItem[],
): RenderAnswer<Fields & { readonly failed?: FailedItem[] }> {
  if (failed.length === 0) return render;
  return async (budget) => {
    const { fields, notes, text } = await render(budget);
    return {
      fields: { ...fields, failed: [...failed] },
      notes: [...failed.map(({ message, hint }) => `${message}. ${hint}`), ...notes],
      text,
    };
  };
}
