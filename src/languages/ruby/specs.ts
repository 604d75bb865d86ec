/** Names that RSpec gives to examples: `let(:cart) { … }`, `subject { … }` and `described_class`. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { childrenAt } from '../../extractors/semantic/readers.ts';
import type { Local } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { constant } from './constants.ts';

const DEFINING = /^(let|let_it_be|subject)!?$/;

/** Returns the names that a call defines for the group of examples around it. */
export function definedNames(node: Syntax, lowering: Lowering): readonly Local[] {
  const method = fieldOf(node, 'method');
  const block = fieldOf(node, 'block');
  if (method === undefined || block === undefined || fieldOf(node, 'receiver') !== undefined)
    return [];
  const defining = lowering.draft.textOf(method);
  if (!DEFINING.test(defining)) return [];
  const body = fieldOf(block, 'body');
  const value = (): ExpressionId => lowering.expression(body?.children.at(-1));
  const [argument] = childrenAt(node, 'arguments');
  const isNamed = argument?.type === 'simple_symbol';
  const named = isNamed
    ? [{ name: argument, text: lowering.draft.textOf(argument).slice(1), value }]
    : [];
  return defining.startsWith('subject')
    ? [...named, { name: method, text: 'subject', value }]
    : named;
}

/**
 * Returns the class that `described_class` names, or an object of it for `subject`; undefined for other
 * names and outside of `describe Class do`.
 */
export function describedValue(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  const name = lowering.draft.textOf(node);
  if (name !== 'described_class' && name !== 'subject') return undefined;
  const type = describedClass(node, lowering);
  if (type === undefined || name === 'described_class') return type;
  return lowering.draft.table.add(OP.construct, type, 0);
}

function describedClass(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const method = at.type === 'call' ? fieldOf(at, 'method') : undefined;
    if (method === undefined || !/^(describe|context)$/.test(lowering.draft.textOf(method)))
      continue;
    const [argument] = childrenAt(at, 'arguments');
    if (argument?.type !== 'constant' && argument?.type !== 'scope_resolution') continue;
    const type = constant(argument, lowering);
    return type === lowering.draft.unknown ? undefined : type;
  }
  return undefined;
}
