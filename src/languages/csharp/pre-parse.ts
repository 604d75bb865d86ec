/**
 * Rewrites C# so that its grammar can parse it: branches of `#if` inside lists, statements and
 * heads are reduced to one.
 */
import { unevenBranches } from '../../extractors/preprocessor/branches.ts';
import { edited } from '../../extractors/preprocessor/edits.ts';
import { type Token, tokensOf } from '../../extractors/preprocessor/tokens.ts';

const BRANCHES = { continuing: /^([,:?|.=)&]|else|case|default|catch|finally)$/, isList };

export function preParseCSharp(text: string): string {
  if (!/^[ \t]*#[ \t]*if\b/m.test(text)) return text;
  return edited(text, unevenBranches(tokensOf(text), text, BRANCHES));
}

/** Whether a brace opens the members of an enum or the initializer of `new Name { … }`. */
function isList(tokens: readonly Token[], brace: number): boolean {
  let at = brace - 1;
  if (/^[)\]]$/.test(tokens[at]?.text ?? '')) at = beforeBrackets(tokens, at);
  if (tokens[at]?.text === '>') at = beforeAngles(tokens, at);
  while (tokens[at]?.kind === 'name' && tokens[at - 1]?.text === '.') at -= 2;
  const before = tokens[at - 1]?.text ?? '';
  if (before === ':') return tokens[at - 3]?.text === 'enum';
  return /^(new|enum)$/.test(before) || tokens[brace - 1]?.text === 'new';
}

/** Returns the index before the bracket group that ends at `close`. */
function beforeBrackets(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const text = tokens[at]?.text ?? '';
    if (/^[)\]}]$/.test(text)) depth++;
    else if (/^[([{]$/.test(text)) depth--;
    if (depth === 0) return at - 1;
  }
  return -1;
}

function beforeAngles(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const text = tokens[at]?.text ?? '';
    if (text === '>') depth++;
    else if (text === '<') depth--;
    else if (/^[;{}()]$/.test(text)) return -1;
    if (depth === 0) return at - 1;
  }
  return -1;
}
