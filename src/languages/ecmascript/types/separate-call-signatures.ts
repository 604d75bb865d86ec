/**
 * Separates call signatures in `interface F { a: A ⏎ <T>(x: T): void }`. The line break ends a
 * member, but the grammar reads `A<T>` across it. Replacing the space before `<` by a semicolon has
 * the same meaning as the line break. In other code, this line would compare two comparisons, which
 * nobody writes.
 */
import { allMatches } from '../../../base/all-matches.ts';

/**
 * Matches possible type parameters at the start of an indented line. The line is tested last
 * because brackets are rarer.
 */
const PARAMETERS =
  /<(?=\s*(?:const\s+|in\s+|out\s+)*[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))(?<=\n[ \t]*[ \t]<)/g;

/** Matches the end of a member, whether a type or a name. An arrow continues the member. */
const MEMBER_END = /(?:[\w$\])}'"`]|(?<!=)>)$/;

export function separateCallSignatures(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index: open } of allMatches(text, PARAMETERS)) {
    const lineStart = text.lastIndexOf('\n', open);
    if (!MEMBER_END.test(codeBefore(text, lineStart)) || !beginsSignature(text, open)) continue;
    parts.push(text.slice(from, open - 1), ';');
    from = open;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/**
 * Returns the last line above `end` with code, without its comments. Searches at most 200 lines.
 */
function codeBefore(text: string, end: number): string {
  let rest = end;
  for (let count = 0; count < 200 && rest > 0; count++) {
    const start = text.lastIndexOf('\n', rest - 1) + 1;
    const line = text.slice(start, rest).trimEnd();
    if (line.endsWith('*/')) {
      const comment = text.lastIndexOf('/*', start + line.length - 2);
      if (comment < 0) return '';
      rest = comment;
      continue;
    }
    const code = line.replace(/(^|\s)\/\/.*$/, '').trim();
    if (code !== '') return code;
    rest = start - 1;
  }
  return '';
}

/** Maximum length of type parameters in characters. */
const PARAMETERS_CHARS_MAX = 4000;

/** Whether the brackets opened here are closed and followed by parameters. */
function beginsSignature(text: string, open: number): boolean {
  let depth = 0;
  const end = Math.min(text.length, open + PARAMETERS_CHARS_MAX);
  for (let index = open; index < end; index++) {
    const character = text[index] ?? '';
    if ('<([{'.includes(character)) depth++;
    else if (character === '>' && text[index - 1] === '=') continue;
    else if ('>)]}'.includes(character)) depth--;
    else if (character === ';' && depth === 1) return false;
    if (depth === 0) return /^\s*\(/.test(text.slice(index + 1, index + 200));
  }
  return false;
}
