import { appendTo } from '../base/append-to.ts';

const NO_POSITIONS: readonly number[] = [];

/** Returns a lookup of the positions in a list whose items have a key. It is built once for each list. */
export function positionsBy<One, Key>(
  keyOf: (one: One) => Key,
): (list: readonly One[], key: Key) => readonly number[] {
  const lookups = new WeakMap<readonly One[], ReadonlyMap<Key, readonly number[]>>();
  const build = (list: readonly One[]): ReadonlyMap<Key, readonly number[]> => {
    const positions = new Map<Key, number[]>();
    for (const [position, one] of list.entries()) appendTo(positions, keyOf(one), position);
    lookups.set(list, positions);
    return positions;
  };
  return (list, key) => (lookups.get(list) ?? build(list)).get(key) ?? NO_POSITIONS;
}
