/** Rewrites Kotlin that the grammar misreads as equivalent code, keeping all offsets. */

/**
 * Rewrites the text for the grammar, which misreads these constructs:
 * - `companion object { val X = 1 }` and `{ fun f() { g() } }`: on one line, it misses the end of
 *   the last member.
 * - A primary constructor on the line below the name of its inner class: it ends the class there.
 * - `annotation class A` without a body below annotations with arguments: it parses an expression.
 * - A call of `get` with arguments below a property: it takes the call for the property's getter.
 * - A comma after the last type parameter: it takes the comma for part of the function's head.
 * - `: A by b {`: it takes the class's body for a lambda passed to `b`.
 * - `$$"…"`: it does not support this.
 */
export function preParseKotlin(text: string): string {
  const closed = text
    .replace(/^[^"\n]*\} \}[^"\n]*$/gm, (line) => line.replace(/\} (?=\})/g, '};'))
    .replace(
      /(\bcompanion[ \t]+object\b[^\n{}]*\{[^\n{}]*(?:\{[^\n{}]*\}[^\n{}]*)*[^\s{};]) \}/g,
      '$1;}',
    )
    .replace(
      /(\bclass[ \t]+\w+(?:<[^<>\n]{1,200}>)?[ \t]*)\r?\n(?=[ \t]*(?:@\w+[ \t]+)?(?:(?:private|internal|protected|public)[ \t]+)?constructor\b)/g,
      (head) => head.replace(/[\r\n]/g, ' '),
    )
    .replace(
      /^([ \t]+(?:\w+[ \t]+)*(?:val|var)\b[^\n]*\n(?:[ \t]*(?:\/\/[^\n]*)?\n)*[ \t]*)[ \t](?=get\((?!\)))/gm,
      '$1;',
    )
    .replace(/,(?=[ \t]*\r?\n\s*>)/g, ' ')
    .replace(/\bannotation(?=[ \t]+class[ \t])/g, '          ');
  const plain = closed.includes('$$"')
    ? closed.replace(/\$\$+"/g, (mark) => `${' '.repeat(mark.length - 1)}"`)
    : closed;
  return /\sby\s/.test(plain) ? withoutLastDelegate(plain) : plain;
}

const DELEGATE = /\bby\s+[\w.]+(?=\s*\{)/g;

/**
 * Blanks the delegate right before a class body, because the grammar would parse the body as its
 * argument.
 */
function withoutLastDelegate(text: string): string {
  return text.replace(DELEGATE, (clause, offset: number) =>
    isClassHead(text, offset) ? clause.replace(/\S/g, ' ') : clause,
  );
}

/** Maximum length of a class head in characters. Text further away is not part of the head. */
const HEAD_CHARS_MAX = 4000;

/**
 * Whether the last declaration before an offset, outside of parentheses, is a class rather than a
 * property.
 */
function isClassHead(text: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(-1, offset - HEAD_CHARS_MAX); at--) {
    const character = text[at] ?? '\n';
    if (character === ')') depth++;
    else if (character === '(') depth--;
    if (depth < 0 || (depth === 0 && (character === '{' || character === '}'))) return false;
    if (depth > 0 || !/[\s(]/.test(character)) continue;
    const word = /^(val|var|class|object|interface)\b/.exec(text.slice(at + 1, at + 12))?.[1];
    if (word !== undefined) return word === 'class' || word === 'object' || word === 'interface';
  }
  return false;
}
