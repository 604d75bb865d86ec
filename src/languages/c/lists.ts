/** Blanks directives in lists of values, and macros in place of elements and their commas. */
import type { Edit } from '../../extractors/preprocessor/edits.ts';
import type { Token } from '../../extractors/preprocessor/tokens.ts';
import { MACRO } from './token-classifier.ts';

/** Directives that select no branch. The grammars do not support them inside lists. */
const PLAIN = /^(define|undef|include|pragma|error|warning|line)$/;

export function listEdits(tokens: readonly Token[]): readonly Edit[] {
  const edits: Edit[] = [];
  /** For each open brace, whether it encloses a list of values. */
  const lists: boolean[] = [];
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]?.text ?? '';
    if (token.text === '{' && token.kind === 'mark')
      lists.push(before === '=' || (lists.at(-1) === true && /^[{,]$/.test(before)));
    else if (token.text === '}' && token.kind === 'mark') lists.pop();
    else if (lists.at(-1) === true && isSpare(tokens, index))
      edits.push({ start: token.start, end: token.end });
  });
  return edits;
}

function isSpare(tokens: readonly Token[], index: number): boolean {
  const { kind, text } = tokens[index] as Token;
  if (kind === 'directive') return PLAIN.test(text);
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isFirst = before?.kind === 'directive' || /^[{,]$/.test(before?.text ?? '');
  const isSeparate = after?.kind === 'directive' || after?.kind === 'name' || after?.text === '{';
  return kind === 'name' && MACRO.test(text) && isFirst && isSeparate;
}
