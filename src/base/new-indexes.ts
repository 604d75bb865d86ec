import { compareStrings } from './compare.ts';

/**
 * Maps each index of `before` to its index in `now`, or −1 if the text was removed. Both lists are
 * sorted.
 */
export function newIndexes(before: readonly string[], now: readonly string[]): Int32Array {
  const numbers = new Int32Array(before.length).fill(-1);
  let next = 0;
  // Most lists differ in few texts, or in none.
  for (; next < before.length && before[next] === now[next]; next++) numbers[next] = next;
  for (let old = next; old < before.length; old++) {
    const text = before[old] as string;
    // Equal texts are mostly the same object, so comparing for equality first is fast.
    while (next < now.length && now[next] !== text && compareStrings(now[next] as string, text) < 0)
      next++;
    if (now[next] === text) numbers[old] = next;
  }
  return numbers;
}
