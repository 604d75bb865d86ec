/** The lines of a text. A final line break ends the last line; it does not begin another. */
export function linesOf(text: string, lineBreak: string | RegExp = '\n'): string[] {
  const lines = text.split(lineBreak);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
