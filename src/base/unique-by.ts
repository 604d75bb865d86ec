/** Returns the first item of each key. */
export function uniqueBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly Item[] {
  const found = new Map<unknown, Item>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}
