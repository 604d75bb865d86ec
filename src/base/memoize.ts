/** A map, weak or not. */
interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/** What `known` holds under `key`; made and kept there when asked for first. */
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

/** The same of what is asked for without end: once `known` holds `max`, it is emptied first. */
export function getOrComputeBounded<Key, Value>(
  max: number,
  known: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  if (known.size >= max && !known.has(key)) known.clear();
  return getOrCompute(known, key, make);
}
