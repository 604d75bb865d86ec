/** A `Map` or `WeakMap`. */
interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/** Returns the value that `known` holds under `key`, computing and caching it on first use. */
export function getOrCompute<Key, Value>(
  known: MapLike<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as Value;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * Like {@link getOrCompute} with bounded size: a cache that holds `max` entries is cleared before
 * it grows.
 */
export function getOrComputeBounded<Key, Value>(
  max: number,
  known: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  if (known.size >= max && !known.has(key)) known.clear();
  return getOrCompute(known, key, make);
}
