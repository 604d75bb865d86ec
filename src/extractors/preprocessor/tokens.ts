/**
 * Tokenizes C, C++ and C# before preprocessing, in enough detail to tell declarations from the
 * macros around them.
 */

type TokenKind = 'name' | 'literal' | 'mark' | 'directive';

export interface Token {
  readonly kind: TokenKind;
  /** For a directive, its keyword: `if`, `define`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /(?:\s+|\\\r?\n|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+|(#[ \t]*(\w*)(?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n\\/]|\/(?!\*)|\\)*)|((?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\4"|(?:u8|[uUL])?"(?:[^"\\\n]|\\[\s\S])*"?|(?:u8|[uUL])?'(?:[^'\\\n]|\\[\s\S])*'?|\.?\d(?:[eEpP][+-]|'?\w|\.)*)|([A-Za-z_$]\w*)|(::|->|[\s\S])/y;

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let isLineStart = true;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) break;
    const [all, directive, word, literal, , name, mark] = found;
    if (directive !== undefined && !isLineStart) {
      // A `#` in a macro's body or on a continued line is not a directive.
      TOKEN.lastIndex = start + 1;
      continue;
    }
    const end = TOKEN.lastIndex;
    if (directive !== undefined) tokens.push({ kind: 'directive', text: word ?? '', start, end });
    else if (literal !== undefined) tokens.push({ kind: 'literal', text: literal, start, end });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, start, end });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, start, end });
    else {
      isLineStart ||= all.includes('\n');
      continue;
    }
    isLineStart = false;
  }
  return tokens;
}

/**
 * Returns the index after the bracket that closes the one at `index`, or after the last token if
 * none does.
 */
export function behindBrackets(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== 'mark') continue;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

/** Returns the index after the `>` that closes a `<`, or undefined if the `<` is a comparison. */
export function behindAngles(tokens: readonly Token[], index: number): number | undefined {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== 'mark') continue;
    if (text === '<') depth++;
    else if (text === '>') depth--;
    else if (text === ';' || text === '{' || text === ')' || text === '}') return undefined;
    else if (text === '(' || text === '[') at = behindBrackets(tokens, at) - 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
