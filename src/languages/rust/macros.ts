/**
 * The grammar reads macro arguments as loose tokens. Macro calls whose arguments are expressions are
 * therefore rewritten as calls of the same length, and items inside a macro are moved behind it.
 */
import { applicationsAsFunctions } from './macro-applications.ts';
import { areExpressions } from './macro-arguments.ts';
import { areItems, areStatements } from './macro-items.ts';

/** Macros of the standard library and of logging, whose arguments are always expressions. */
const CALLED =
  /^(?:assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|println|print|eprintln|eprint|format|format_args|write|writeln|panic|unreachable|todo|unimplemented|vec|dbg|trace|debug|info|warn|error|anyhow|bail|ensure)$/;
/** Macros whose first argument is an expression and whose second is a pattern. */
const MATCHING = /^(?:assert_|debug_assert_)?matches$/;
const MACRO = /\b([a-z_]\w*)![ \t]*([([])/g;
/** A macro in braces, with at least one blank before them. */
const BRACED = /\b([a-z_]\w*)!([ \t]+)\{/g;

/** Rewrites only the macros that are known by name if `areKnown`, for when a bolder text has errors. */
export function macrosAsCalls(whole: string, areKnown: boolean): string {
  const text = areKnown ? whole : applicationsAsFunctions(whole, endOfToken);
  const characters = text.split('');
  for (const found of text.matchAll(MACRO)) {
    const [matched, name = ''] = found;
    const isKnown = CALLED.test(name);
    if (areKnown && !isKnown) continue;
    const open = found.index + matched.length - 1;
    const close = closingOf(text, open);
    // A macro inside a string or comment, or with metavariables, is left unchanged.
    if (close === undefined || isQuoted(text, found.index)) continue;
    const end = MATCHING.test(name) ? close.comma : close.argsEnd;
    if (!isKnown && !isCall(text, found.index, open, end)) continue;
    characters[found.index + name.length] = ' ';
    characters[open] = '(';
    characters[close.end] = ')';
    for (let at = end; at < close.end; at++)
      if (!/[\r\n]/.test(characters[at] ?? '')) characters[at] = ' ';
    for (const at of close.semicolons) characters[at] = ',';
  }
  if (!areKnown) unwrapBraces(text, characters);
  return characters.join('');
}

/**
 * Moves the items in `pin_project! { … }` behind the macro: `pin_project!{}…`. Statements in braces
 * become a block that is passed to the macro: `guarded! { run();  }` is `guarded( { run();});`.
 */
function unwrapBraces(text: string, characters: string[]): void {
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(BRACED)) {
    const open = index + whole.length - 1;
    const close = closingOf(text, open);
    if (close === undefined || name === 'macro_rules' || isQuoted(text, index)) continue;
    if (isOperand(text, index)) continue;
    const body = text.slice(open + 1, close.end);
    const skip = (at: number): number => endOfToken(body, at);
    if (/[ \t]{2}$/.test(body) && areStatements(body, skip) && !isItem(text, index)) {
      characters[index + name.length] = '(';
      characters.splice(close.end - 2, 3, '}', ')', ';');
      continue;
    }
    if (!areItems(body, skip)) continue;
    characters[index + name.length + 1] = '{';
    characters[index + name.length + 2] = '}';
    if (whole.length > name.length + 3) characters[open] = ' ';
    characters[close.end] = ' ';
  }
}

function isCall(text: string, start: number, open: number, end: number): boolean {
  const args = text.slice(open + 1, end);
  return (
    areExpressions(args, (at) => endOfToken(args, at)) &&
    !(isStatement(text, start) && isItem(text, start))
  );
}

/** Whether a macro is part of an expression, as in `let tokens = quote! { … }`, where no item can be. */
function isOperand(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start).replace(/\s*(?:\w+::)*$/, '');
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /[=(,>|&]$/.test(before) && !line.includes('//');
}

function isStatement(text: string, start: number): boolean {
  return /(?:^|[;{}\]])\s*$/.test(text.slice(Math.max(0, start - 100), start));
}

/** Number of characters in which the block around a macro has to begin. */
const BLOCK_MAX = 20_000;

/** Whether the block around an offset holds items, between which no call may stand. */
function isItem(text: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - BLOCK_MAX); at--) {
    const character = text[at];
    if (character === '}') depth++;
    else if (character === '{' && --depth < 0) {
      const head = text.slice(Math.max(0, at - 300), at).replace(/^[\s\S]*[;{}]/, '');
      return /\b(?:mod|impl|trait|extern)\b/.test(head);
    }
  }
  return false;
}

const OPEN = '([{';
const CLOSE = ')]}';
/** Maximum length of a macro's arguments in characters. Longer ones are data. */
const LENGTH_MAX = 20_000;

interface Closing {
  readonly end: number;
  /** End of the arguments that are expressions; an inline snapshot (`value, @"text"`) is none. */
  readonly argsEnd: number;
  /** Offset of the first comma, or the end. */
  readonly comma: number;
  /** Offsets of separators as in `vec![value; count]`. */
  readonly semicolons: readonly number[];
}

/** Returns where a bracket closes, or undefined if the text contains metavariables of a macro. */
function closingOf(text: string, open: number): Closing | undefined {
  const semicolons: number[] = [];
  let comma = -1;
  let lastComma = -1;
  let argsEnd = -1;
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + LENGTH_MAX); at++) {
    const character = text[at] ?? '';
    if (character === '$') return undefined;
    if (character === '"' || character === "'" || character === 'r' || character === '/') {
      at = Math.max(at, endOfToken(text, at) - 1);
    } else if (OPEN.includes(character)) depth++;
    else if (CLOSE.includes(character) && --depth === 0)
      return {
        end: at,
        argsEnd: argsEnd < 0 ? at : argsEnd,
        comma: comma < 0 ? at : comma,
        semicolons,
      };
    else if (depth > 1) continue;
    else if (character === ';') semicolons.push(at);
    else if (character === '@' && /["r]/.test(text[at + 1] ?? '')) argsEnd = lastComma;
    else if (character === ',') {
      lastComma = at;
      if (comma < 0) comma = at;
    }
  }
  return undefined;
}

const TOKEN =
  /"(?:[^"\\]|\\[\s\S])*"|r(#*)"[\s\S]*?"\1|'(?:[^'\\\n]|\\[^\n]+?)'|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

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
