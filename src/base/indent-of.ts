/** Returns the number of characters before the text of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
