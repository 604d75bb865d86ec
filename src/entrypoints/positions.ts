/** Lookups in what a file registers. Each is built once for a file. */
import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { Registrations } from '../model/registrations.ts';

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

/** The first functions of a file of each name. */
interface Functions {
  /** Those that belong to no class, by the scope around them. */
  readonly free: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Those of classes, by class. */
  readonly methods: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const FUNCTIONS = new WeakMap<Registrations, Functions>();

export function functionsOf(own: Registrations): Functions {
  return getOrCompute(FUNCTIONS, own, () => {
    const free = new Map<string, Map<number, number>>();
    const methods = new Map<string, Map<string, number>>();
    for (const [index, { parent, name, owner }] of own.functions.entries())
      if (owner === '')
        getOrCompute(
          getOrCompute(free, name, () => new Map<number, number>()),
          parent,
          () => index,
        );
      else
        getOrCompute(
          getOrCompute(methods, name, () => new Map<string, number>()),
          owner,
          () => index,
        );
    return { free, methods };
  });
}
