/**
 * Macros of the standard library and of logging whose arguments are expressions. The grammar reads
 * macro arguments as loose tokens, so these are rewritten as calls of the same length.
 */
const CALLED =
  /\b(assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|println|print|eprintln|eprint|format|format_args|write|writeln|panic|unreachable|todo|unimplemented|vec|dbg|trace|debug|info|warn|error|anyhow|bail|ensure)![ \t]*([([])/g;

export function macrosAsCalls(text: string): string {
  const characters = text.split('');
  for (const found of text.matchAll(CALLED)) {
    const [whole, name = ''] = found;
    const open = found.index + whole.length - 1;
    const close = closingOf(text, open);
    // A macro inside a string or comment, or with metavariables, is left unchanged.
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
/** Maximum length of a macro's arguments in characters. Longer ones are data. */
const LENGTH_MAX = 20_000;

interface Closing {
  readonly end: number;
  /** Offsets of separators as in `vec![value; count]`. */
  readonly semicolons: readonly number[];
}

/** Returns where a bracket closes, or undefined if the text contains metavariables of a macro. */
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

/**
 * Returns the end of the literal or comment that begins at an offset, or the offset itself if there
 * is none.
 */
function endOfToken(text: string, at: number): number {
  TOKEN.lastIndex = at;
  return TOKEN.test(text) ? TOKEN.lastIndex : at;
}

/** Whether a position is in a comment or a string, judging only by its line. */
function isQuoted(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (/^\s*(\/\/|\*)/.test(line) || /(^|[^:"])\/\/[^"]*$/.test(line)) return true;
  return (line.replace(/\\.|'"'/g, '').match(/"/g)?.length ?? 0) % 2 === 1;
}
