/**
 * Macros of the standard library and of logging that take expressions. The grammar reads what a macro
 * is given as loose tokens; written as a call of the same length, it reads as what it is.
 */
const CALLED =
  /\b(assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|println|print|eprintln|eprint|format|format_args|write|writeln|panic|unreachable|todo|unimplemented|vec|dbg|trace|debug|info|warn|error|anyhow|bail|ensure)![ \t]*([([])/g;

export function macrosAsCalls(text: string): string {
  const characters = text.split('');
  for (const found of text.matchAll(CALLED)) {
    const [whole, name = ''] = found;
    const open = found.index + whole.length - 1;
    const close = closingOf(text, open);
    // Inside another text, or with tokens of its own, it stays what it was.
    if (close === undefined || isQuoted(text, found.index)) continue;
    characters[found.index + name.length] = ' ';
    characters[open] = '(';
    characters[close.end] = ')';
    for (const at of close.semicolons) characters[at] = ',';
  }
  return characters.join('');
}

const OPEN = '([{';
const CLOSE = ')]}';
/** Longer ones are data. */
const LENGTH_MAX = 20_000;

interface Closing {
  readonly end: number;
  /** `vec![value; count]` */
  readonly semicolons: readonly number[];
}

/** Where a bracket closes; undefined where a macro's own variables stand in between. */
function closingOf(text: string, open: number): Closing | undefined {
  const semicolons: number[] = [];
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + LENGTH_MAX); at++) {
    const character = text[at] ?? '';
    if (character === '$') return undefined;
    if (character === '"' || character === "'" || character === 'r' || character === '/') {
      at = Math.max(at, endOfToken(text, at) - 1);
    } else if (OPEN.includes(character)) depth++;
    else if (CLOSE.includes(character) && --depth === 0) return { end: at, semicolons };
    else if (character === ';' && depth === 1) semicolons.push(at);
  }
  return undefined;
}

const TOKEN =
  /"(?:[^"\\]|\\.)*"|r(#*)"[\s\S]*?"\1|'(?:[^'\\\n]|\\[^\n]+?)'|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

/** The end of a literal or comment that begins at an offset; the offset itself where none does. */
function endOfToken(text: string, at: number): number {
  TOKEN.lastIndex = at;
  return TOKEN.test(text) ? TOKEN.lastIndex : at;
}

/** Whether a place is in a comment or a string of its line, as far as the line tells. */
function isQuoted(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (/^\s*(\/\/|\*)/.test(line) || /(^|[^:"])\/\/[^"]*$/.test(line)) return true;
  return (line.replace(/\\.|'"'/g, '').match(/"/g)?.length ?? 0) % 2 === 1;
}
