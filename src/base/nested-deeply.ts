/**
 * Whether a YAML text may be nested so deeply that the recursive parser runs out of stack. On Node
 * 20 this can end the process instead of throwing. Each level needs a bracket, or another column at
 * the start of a line.
 */
export function isNestedDeeply(text: string, depthMax: number, columnsMax: number): boolean {
  if (new RegExp(`^[ \\t?-]{${columnsMax}}`, 'm').test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{\]}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > depthMax) return true;
  }
  return false;
}
