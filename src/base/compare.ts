/** Orders strings by UTF-16 code unit: the same on every machine, unlike localeCompare. */
export function compareStrings(a: string, b: string): number {
  // Most pairs that are compared when lists are joined are one and the same string.
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
