const KNOWN = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Returns the position of each text in a list that never changes. Computed once per list. */
export function positionsOf(list: readonly string[]): ReadonlyMap<string, number> {
  let positions = KNOWN.get(list);
  if (positions === undefined) {
    positions = new Map(list.map((text, position) => [text, position]));
    KNOWN.set(list, positions);
  }
  return positions;
}
