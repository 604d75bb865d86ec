import { newIndexes } from './new-indexes.ts';

/** Those of some texts that are not among others. Both lists are sorted. */
export function sortedDifference<Text extends string>(
  others: readonly Text[],
  texts: readonly Text[],
): readonly Text[] {
  const numbers = newIndexes(texts, others);
  return texts.filter((_, place) => numbers[place] === -1);
}
