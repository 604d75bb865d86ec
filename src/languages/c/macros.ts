/**
 * Blanks macros in positions the grammars do not support: before exported declarations, between a
 * type and a name, around a type, or after a head. These macros do not affect the declared names,
 * and blanking them makes the rest parse. Their expansion is unknown, so they are recognized by
 * position and by their capital letters.
 */

import { unevenBranches } from '../../extractors/preprocessor/branches.ts';
import { type Edit, edited } from '../../extractors/preprocessor/edits.ts';
import { behindBrackets, type Token, tokensOf } from '../../extractors/preprocessor/tokens.ts';
import { adjacentMacros } from './adjacent.ts';
import { DeclaratorReader } from './declarator-reader.ts';
import { MACRO } from './token-classifier.ts';

const BRANCHES = { continuing: /^([,:?|.=)]|else|__attribute__)$/, isList: () => false };

export function withoutMacros(text: string): string {
  const branch = edited(text, unevenBranches(tokensOf(text), text, BRANCHES));
  const whole = edited(branch, listEdits(tokensOf(branch)));
  const tokens = tokensOf(whole);
  const beside = adjacentMacros(tokens, whole);
  const rest = tokens.filter((_, index) => !beside.has(index));
  const words = tokens.filter((_, index) => beside.has(index));
  return edited(whole, [...words, ...macroEdits(rest, whole)]);
}

/**
 * The braces around a position. `open` encloses declarations; for a class, `name` is the class
 * name.
 */
interface Scope {
  readonly form: 'open' | 'enum' | 'body';
  readonly name: string;
}

const FILE: Scope = { form: 'open', name: '' };

function macroEdits(tokens: readonly Token[], text: string): readonly Edit[] {
  const reader = new DeclaratorReader(tokens, text);
  const scopes: Scope[] = [];
  /** The scopes at each open `#if`. Its other branches start with the same scopes. */
  const before: Scope[][] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const scope = scopes.at(-1) ?? FILE;
    if (token.kind === 'directive') {
      if (/^if/.test(token.text)) before.push([...scopes]);
      else if (/^el/.test(token.text)) scopes.splice(0, scopes.length, ...(before.at(-1) ?? []));
      else if (token.text === 'endif') before.pop();
      reader.directive(token);
      at++;
    } else if (token.text === '}') {
      scopes.pop();
      at++;
    } else if (scope.form === 'open' && isLastMacro(tokens, at)) {
      const end = behindBrackets(tokens, at + 1);
      reader.blank(at, end);
      at = end;
    } else if (scope.form === 'open' || (scope.form === 'body' && isType(tokens, at))) {
      const head = reader.read(at, scope.name);
      if (head.opens !== undefined) scopes.push(head.opens);
      at = head.end;
    } else {
      if (token.text === '{') scopes.push({ form: scope.form, name: '' });
      else if (scope.form === 'body') inBody(tokens, at, reader);
      at = token.text === '(' && scope.form === 'enum' ? behindBrackets(tokens, at) : at + 1;
    }
  }
  return reader.edits;
}

/** Whether a macro is the last declaration between braces: `class A { MEMBERS(A) };`. */
function isLastMacro(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  if (kind !== 'name' || !MACRO.test(text) || tokens[at + 1]?.text !== '(') return false;
  return tokens[behindBrackets(tokens, at + 1)]?.text === '}';
}

/**
 * Whether a type with a body (class, struct, union or enum) is declared at this position inside a
 * function.
 */
function isType(tokens: readonly Token[], at: number): boolean {
  if (!/^(class|struct|union|enum)$/.test(tokens[at]?.text ?? '')) return false;
  for (let next = at + 1; next < tokens.length; next++) {
    const { kind, text } = tokens[next] as Token;
    if (text === '{') return true;
    if (kind !== 'name' && !/^(::|:|<|>|,)$/.test(text)) return false;
  }
  return false;
}

/**
 * Blanks macros inside function bodies: `if MACRO (…)`, `MACRO {`, `MACRO const int x = …`, and a
 * macro alone on its line.
 */
function inBody(tokens: readonly Token[], at: number, reader: DeclaratorReader): void {
  const token = tokens[at] as Token;
  if (token.kind !== 'name' || !MACRO.test(token.text)) return;
  const last = tokens[at - 1];
  const before = last === undefined || last.kind === 'directive' ? ';' : last.text;
  const { text: after = '' } = tokens[at + 1] ?? {};
  const isCondition = before === 'if' && after === '(';
  const isFirst = /^[;{})]$/.test(before) || MACRO.test(before);
  if (isCondition || (isFirst && reader.isSpare(at))) reader.blank(at, at + 1);
  else if (after === '(' && !reader.isExpression(at + 1)) {
    reader.blank(at, behindBrackets(tokens, at + 1));
  }
}

/** Directives that select no branch. The grammars do not support them inside lists. */
const PLAIN = /^(define|undef|include|pragma|error|warning|line)$/;

/** Blanks directives in lists of values, and macros in place of elements and their commas. */
function listEdits(tokens: readonly Token[]): readonly Edit[] {
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
