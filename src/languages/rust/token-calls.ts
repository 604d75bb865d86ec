/**
 * Calls in the arguments of macros with a syntax of their own, which the grammar reads as loose tokens:
 * `select! { _ = self.run() => … }`. The objects of methods are followed only through names and fields.
 */

import type { Syntax } from '../../extractors/lowering/syntax.ts';
import type { CallRule } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { scopedMethod } from './scoped-traits.ts';

/** Macros whose tokens are code that the program writes, or data. */
const QUOTING =
  /^(quote|quote_spanned|parse_quote|parse_quote_spanned|stringify|json|html|view|rsx)$/;
/** Words before a bracket that are no call. */
const KEYWORD =
  /^(if|match|while|for|in|return|let|mut|ref|move|else|loop|fn|impl|where|as|Some|Ok|Err)$/;
/** The longest path or chain of fields in front of a name that is read, in characters. */
const BEFORE_MAX = 200;

export const TOKENS: CallRule = {
  callee: (node, draft) => {
    const siblings = node.parent?.children ?? [];
    const name = siblings[siblings.indexOf(node) - 1];
    const isCall =
      name?.type === 'identifier' &&
      name.end === node.start &&
      draft.text.charAt(node.start) === '(';
    if (!isCall || KEYWORD.test(draft.textOf(name))) return undefined;
    // The name of a function that is declared there.
    if (/\bfn\s+$/.test(draft.text.slice(Math.max(0, name.start - 20), name.start)))
      return undefined;
    return isExpression(node, (one) => draft.textOf(one)) ? name : undefined;
  },
};

/** Whether tokens are arguments of a macro that evaluates them, not the text of a rule. */
function isExpression(node: Syntax, textOf: (node: Syntax) => string): boolean {
  let at = node.parent;
  while (at?.type === 'token_tree') at = at.parent;
  const [macro] = at?.type === 'macro_invocation' ? at.children : [];
  return macro !== undefined && !QUOTING.test(textOf(macro).replace(/^.*::/, ''));
}

/** Returns the expression of an identifier, which in loose tokens may be a member or end a path. */
export function identifierValue(node: Syntax, lowering: Lowering): ExpressionId {
  if (node.parent?.type !== 'token_tree') return lowering.name(node);
  const { draft } = lowering;
  const name = draft.textOf(node);
  const before = draft.text.slice(Math.max(0, node.start - BEFORE_MAX), node.start);
  if (/\.\s*$/.test(before)) {
    const chain = /(?:^|[^\w.)\]?:])((?:[a-z_]\w*\.)+)$/.exec(before)?.[1];
    const object = chain === undefined ? draft.unknown : objectOf(chain, node, lowering);
    return scopedMethod(object, name, { count: 0, lowering });
  }
  const path = /(?:^|[^\w:])((?:\w+::)+)$/.exec(before)?.[1];
  if (path === undefined) return /::\s*$/.test(before) ? draft.unknown : lowering.name(node);
  const [first = '', ...rest] = path.split('::').slice(0, -1);
  const head = /^(crate|self|super)$/.test(first)
    ? lowering.module(first)
    : lowering.named(first, node, 'type');
  const owner = rest.reduce((object, part) => lowering.memberOf(object, part), head);
  return lowering.memberOf(owner, name);
}

/** Returns the value of `self.field.` or `local.field.`. */
function objectOf(chain: string, node: Syntax, lowering: Lowering): ExpressionId {
  const [first = '', ...fields] = chain.split('.').slice(0, -1);
  const head = first === 'self' ? lowering.self(node) : lowering.named(first, node, 'value');
  return fields.reduce((object, field) => lowering.memberOf(object, field), head);
}
