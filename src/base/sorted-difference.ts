import { newIndexes } from './new-indexes.ts';

/** Returns the texts that are not in `others`. Both lists are sorted. */
export function sortedDifference<Text extends string>(
  others: readonly Text[],
  texts: readonly Text[],
): readonly Text[] {
  if (others === texts) return [];
  const numbers = newIndexes(texts, others);
  return texts.filter((_, place) => numbers[place] === -1);
}
