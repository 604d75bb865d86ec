/** Parses bracketed lists in code of many languages: just enough syntax to find the commas. */

export interface BracketRules {
  /** Treats angle brackets as brackets, as in a parameter list. Elsewhere they are comparisons. */
  readonly hasTypes: boolean;
  readonly hasHashComments: boolean;
}

export interface BracketedList {
  /** Trimmed parts, without an empty last one. */
  readonly parts: readonly string[];
  /** Offset behind the closing bracket. */
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const CHARACTERS_MAX = 20_000;

/**
 * Splits the text between the bracket at `open` and its closing bracket. Returns undefined if the
 * syntax is unclear: unbalanced brackets, a regular expression, or a comment that replaces omitted
 * code.
 */
export function bracketedList(
  text: string,
  open: number,
  rules: BracketRules,
): BracketedList | undefined {
  const stack: string[] = [CLOSING[text.charAt(open)] ?? ')'];
  const parts: string[] = [];
  let part = '';
  const end = Math.min(text.length, open + CHARACTERS_MAX);
  for (let at = open + 1; at < end; ) {
    const character = text.charAt(at);
    const skipped = skipOpaque(text, at, part, rules);
    if (skipped === undefined) return undefined;
    if (skipped > at) {
      const isComment = !/["'`]/.test(character);
      if (isComment && /\.\.\.|…/.test(text.slice(at, skipped))) return undefined;
      part += isComment ? ' ' : text.slice(at, skipped);
      at = skipped;
      continue;
    }
    const isArrow = character === '>' && /[=-]/.test(text.charAt(at - 1));
    const isAngle = character === '<' || character === '>';
    if (character === stack.at(-1) && !isArrow) {
      stack.pop();
      if (stack.length === 0) {
        const all = [...parts, part].map((one) => one.trim());
        if (all.at(-1) === '') all.pop();
        return all.includes('') ? undefined : { parts: all, end: at + 1 };
      }
    } else if (/[([{]/.test(character) || (rules.hasTypes && character === '<')) {
      stack.push(CLOSING[character] ?? '');
    } else if (/[)\]}]/.test(character)) return undefined;
    else if (isAngle && !isArrow && !rules.hasTypes && stack.length === 1) return undefined;
    if (character === ',' && stack.length === 1) {
      parts.push(part);
      part = '';
    } else part += character;
    at++;
  }
  return undefined;
}

/**
 * Returns the end of the string or comment that begins here; `at` if none does, undefined if it is
 * unterminated.
 */
function skipOpaque(
  text: string,
  at: number,
  before: string,
  { hasHashComments }: BracketRules,
): number | undefined {
  const rest = text.slice(at, at + 3);
  if (rest === '"""' || rest === "'''") return behind(text.indexOf(rest, at + 3), 3);
  const first = rest.charAt(0);
  if (first === '"' || first === "'" || first === '`') return endOfText(text, at, first);
  if (hasHashComments) return first === '#' ? endOfLine(text, at) : at;
  if (rest.startsWith('//')) return endOfLine(text, at);
  if (rest.startsWith('/*')) return behind(text.indexOf('*/', at + 2), 2);
  // A slash where a value begins opens a regular expression, which may contain any bracket.
  return first === '/' && /(?:^|[(,=:[!&|?{};])\s*$/.test(before) ? undefined : at;
}

function behind(found: number, length: number): number | undefined {
  return found < 0 ? undefined : found + length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOfText(text: string, at: number, quote: string): number | undefined {
  for (let next = at + 1; next < text.length; next++) {
    const character = text.charAt(next);
    if (character === '\\') next++;
    else if (character === quote) return next + 1;
    else if (character === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}
