/** More replaced values than this are merged into a map of their own. */
const REPLACED_MAX = 128;

/**
 * A map that shares the entries of another one and replaces some of their values. Making one costs as
 * much as the values replaced so far; every {@link REPLACED_MAX} of them are merged.
 */
class ReplacedMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly base: ReadonlyMap<Key, Value>;
  readonly replaced: ReadonlyMap<Key, Value>;

  constructor(base: ReadonlyMap<Key, Value>, replaced: ReadonlyMap<Key, Value>) {
    this.base = base;
    this.replaced = replaced;
  }

  get size(): number {
    return this.base.size;
  }

  get(key: Key): Value | undefined {
    return this.replaced.has(key) ? this.replaced.get(key) : this.base.get(key);
  }

  has(key: Key): boolean {
    return this.base.has(key);
  }

  keys(): MapIterator<Key> {
    return this.base.keys();
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const [key, value] of this.base)
      yield [key, this.replaced.has(key) ? (this.replaced.get(key) as Value) : value];
    return undefined;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}

/** Returns a map with other values for keys that it already has, in the same order. */
export function withReplaced<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  values: ReadonlyMap<Key, Value>,
): ReadonlyMap<Key, Value> {
  if (values.size === 0) return map;
  const { base, replaced } = map instanceof ReplacedMap ? map : { base: map, replaced: new Map() };
  const all = new Map<Key, Value>([...replaced, ...values]);
  const joined = new ReplacedMap<Key, Value>(base, all);
  return all.size > REPLACED_MAX ? new Map(joined) : joined;
}
