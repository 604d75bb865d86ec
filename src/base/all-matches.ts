/**
 * What a global pattern matches, as `matchAll` finds it, but all at once and without a copy of the
 * pattern for every text: most texts have no match, and then the copy is most of the work.
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
