/**
 * Returns all matches of a global pattern, like `matchAll`, without copying the pattern for each
 * text. Most texts have no match, and then the copy is most of the work.
 */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return found;
}
