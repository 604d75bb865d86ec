/** The lines of a text. A final line break ends the last line; it does not begin another. */
export function linesOf(text: string, lineBreak: string | RegExp = '\n'): string[] {
  const lines = text.split(lineBreak);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** Returns the offsets at which the lines of a text begin. */
export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1))
    starts.push(index + 1);
  return starts;
}
