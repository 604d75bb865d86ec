import { getOrCompute } from './memoize.ts';

const KNOWN = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Returns the position of each text in a list that never changes. Computed once per list. */
export function positionsOf(list: readonly string[]): ReadonlyMap<string, number> {
  return getOrCompute(KNOWN, list, () => new Map(list.map((text, position) => [text, position])));
}
