/** Whether two lists have equal items (`===`) in the same order. */
export function haveSameItems<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  if (some === others) return true;
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
