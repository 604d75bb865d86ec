/**
 * Applies an async function to every item, at most `width` at a time. Results keep the order of the
 * items. After the first failure no further item starts; the error is thrown once running calls
 * have ended.
 */
export async function boundedMap<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  let hasFailed = false;
  const runner = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const runners = Array.from({ length: Math.min(width, items.length) }, runner);
  const ends = await Promise.allSettled(runners);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
