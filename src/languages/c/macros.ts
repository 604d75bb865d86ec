/**
 * Macros that stand where the grammars know of no macro: before what they export, between a type and a
 * name, around a type, behind a head. They say nothing of what is declared; blank, they let the rest be
 * read. What they expand to is not known, so this goes by where they stand and by their capitals.
 */

import { unevenBranches } from '../../extractors/preprocessor/branches.ts';
import { type Edit, edited } from '../../extractors/preprocessor/edits.ts';
import { behindBrackets, type Token, tokensOf } from '../../extractors/preprocessor/tokens.ts';
import { adjacentMacros } from './adjacent.ts';
import { DeclaratorReader } from './declarator-reader.ts';
import { listEdits } from './lists.ts';
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

/** What braces are around a place: `open` holds declarations, in a class with its name. */
interface Scope {
  readonly form: 'open' | 'enum' | 'body';
  readonly name: string;
}

const FILE: Scope = { form: 'open', name: '' };

function macroEdits(tokens: readonly Token[], text: string): readonly Edit[] {
  const heads = new DeclaratorReader(tokens, text);
  const scopes: Scope[] = [];
  /** The scopes at each open `#if`: its other branches begin there as well. */
  const before: Scope[][] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const scope = scopes.at(-1) ?? FILE;
    if (token.kind === 'directive') {
      if (/^if/.test(token.text)) before.push([...scopes]);
      else if (/^el/.test(token.text)) scopes.splice(0, scopes.length, ...(before.at(-1) ?? []));
      else if (token.text === 'endif') before.pop();
      heads.directive(token);
      at++;
    } else if (token.text === '}') {
      scopes.pop();
      at++;
    } else if (scope.form === 'open' || (scope.form === 'body' && isType(tokens, at))) {
      const head = heads.read(at, scope.name);
      if (head.opens !== undefined) scopes.push(head.opens);
      at = head.end;
    } else {
      if (token.text === '{') scopes.push({ form: scope.form, name: '' });
      else if (scope.form === 'body') inBody(tokens, at, heads);
      at = token.text === '(' && scope.form === 'enum' ? behindBrackets(tokens, at) : at + 1;
    }
  }
  return heads.edits;
}

/** Whether a class or an enum is declared in a function. */
function isType(tokens: readonly Token[], at: number): boolean {
  if (!/^(class|struct|union|enum)$/.test(tokens[at]?.text ?? '')) return false;
  for (let next = at + 1; next < tokens.length; next++) {
    const { kind, text } = tokens[next] as Token;
    if (text === '{') return true;
    if (kind !== 'name' && !/^(::|:|<|>|,)$/.test(text)) return false;
  }
  return false;
}

/** `if MACRO (…)`, `MACRO {`, `MACRO const int x = …`, and one alone on its line in a function. */
function inBody(tokens: readonly Token[], at: number, heads: DeclaratorReader): void {
  const token = tokens[at] as Token;
  if (token.kind !== 'name' || !MACRO.test(token.text)) return;
  const last = tokens[at - 1];
  const before = last === undefined || last.kind === 'directive' ? ';' : last.text;
  const { text: after = '' } = tokens[at + 1] ?? {};
  const isCondition = before === 'if' && after === '(';
  const isFirst = /^[;{})]$/.test(before) || MACRO.test(before);
  if (isCondition || (isFirst && heads.isSpare(at))) heads.blank(at, at + 1);
  else if (after === '(' && !heads.isExpression(at + 1)) {
    heads.blank(at, behindBrackets(tokens, at + 1));
  }
}
