/**
 * Returns a function that returns `value` and keeps nothing else alive. Closures made in one call share
 * all variables that any of them uses.
 */
export function constant<Value>(value: Value): () => Value {
  return () => value;
}
