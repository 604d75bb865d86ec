/** Kotlin that the grammar reads wrongly, written as what it reads the same way, without moving anything. */

/**
 * `companion object { val X = 1 }`, `{ fun f() { g() } }`: on one line the grammar misses the end of the
 * last member.
 * A primary constructor on the line below its inner class's name ends the class.
 * `annotation class A` below annotations with arguments, and without a body, is taken for an expression.
 * A comma behind the last of a list of type parameters is taken for a part of the function's head.
 * `: A by b {`: the class's body is taken for a lambda of `b`. `$$"…"`: unknown to it.
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
    .replace(/,(?=[ \t]*\r?\n\s*>)/g, ' ')
    .replace(/\bannotation(?=[ \t]+class[ \t])/g, '          ');
  const plain = closed.includes('$$"')
    ? closed.replace(/\$\$+"/g, (mark) => `${' '.repeat(mark.length - 1)}"`)
    : closed;
  return /\sby\s/.test(plain) ? withoutLastDelegate(plain) : plain;
}

const DELEGATE = /\bby\s+[\w.]+(?=\s*\{)/g;

/** What the body of a class would be taken for an argument of is left out. */
function withoutLastDelegate(text: string): string {
  return text.replace(DELEGATE, (clause, offset: number) =>
    isClassHead(text, offset) ? clause.replace(/\S/g, ' ') : clause,
  );
}

/** A head is short; what is further away is no part of it. */
const HEAD_CHARS_MAX = 4000;

/** Whether a class or a property is declared last before an offset, brackets left out. */
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
