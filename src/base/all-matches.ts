/**
 * Returns all matches of a global pattern, like `matchAll`, without copying the pattern for each
 * text. Most texts have no match, and then the copy is most of the work. If `signs` are given, each
 * match contains one of them: looking for them first is much cheaper than a pattern that begins with
 * any word.
 */
export function allMatches(
  text: string,
  pattern: RegExp,
  signs?: readonly string[],
): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  if (signs?.some((sign) => text.includes(sign)) === false) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return found;
}
