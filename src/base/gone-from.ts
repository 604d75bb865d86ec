import { numbersNow } from './numbers-now.ts';

/** Texts of before that are not there any more. Both lists are sorted. */
export function goneFrom<Text extends string>(
  before: readonly Text[],
  now: readonly Text[],
): readonly Text[] {
  const numbers = numbersNow(before, now);
  return before.filter((_, old) => numbers[old] === -1);
}
