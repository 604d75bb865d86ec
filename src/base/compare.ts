/** Orders strings by UTF-16 code unit: the same on every machine, unlike localeCompare. */
export function compareStrings(a: string, b: string): number {
  // Fast path: most pairs compared while joining lists are the same string.
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
