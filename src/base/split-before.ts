/** Splits a list into runs: a new one begins at each item that `begins` accepts. */
export function splitBefore<Item>(
  items: readonly Item[],
  begins: (item: Item) => boolean,
): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last === undefined || begins(item)) runs.push([item]);
    else last.push(item);
  }
  return runs;
}
