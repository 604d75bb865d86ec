import { numbersNow } from './numbers-now.ts';

/** Those of some texts that are not among others. Both lists are sorted. */
export function missingIn<Text extends string>(
  others: readonly Text[],
  texts: readonly Text[],
): readonly Text[] {
  const numbers = numbersNow(texts, others);
  return texts.filter((_, place) => numbers[place] === -1);
}
