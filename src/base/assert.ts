/** Throws a plain Error: a broken invariant is our bug, never the user's. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** Returns `array[index]`, asserting that it exists. For indexes that are ours, not the user's. */
export function at<T>(array: ArrayLike<T>, index: number): T {
  const value = array[index];
  // The message is built only when needed: this runs in every hot loop.
  if (value === undefined) throw new Error(`index ${index} outside of ${array.length} elements`);
  return value;
}
