/** Position of the first of `count` entries in ascending order for which `isSmaller` does not hold. */
export function lowerBoundBy(count: number, isSmaller: (position: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSmaller(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like {@link lowerBoundBy}, over a sorted list. Strings are ordered by UTF-16 code unit. */
export function lowerBound<Entry extends number | string>(
  sorted: readonly Entry[],
  target: Entry,
): number {
  return lowerBoundBy(sorted.length, (position) => (sorted[position] as Entry) < target);
}

/** Position of the first value in `[start, end)` that is not smaller, or `end`. Values ascend there. */
export function lowerBoundWithin(
  values: Int32Array,
  value: number,
  start: number,
  end: number,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
