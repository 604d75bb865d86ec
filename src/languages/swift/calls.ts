/** Swift's calls and member accesses, and library members that pass on their receiver. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

const KEEPING =
  /^(filter|sorted|reversed|prefix|suffix|dropFirst|dropLast|shuffled|lazy|compactMap\(\))$/;
const TAKING = /^(first|last|randomElement|popLast|removeFirst|removeLast|min|max)$/;

export function memberName(node: Syntax): Syntax | undefined {
  return childOfType(node, 'navigation_suffix')?.children[0];
}

export function navigation(node: Syntax, lowering: Lowering): ExpressionId {
  const name = memberName(node);
  const target = fieldOf(node, 'target');
  if (name === undefined || target === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(name);
  // `Type.self` denotes the type itself.
  if (text === 'self') return lowering.expression(target);
  const object = lowering.expression(target);
  if (TAKING.test(text)) return lowering.draft.over(OP.iterated, object);
  return lowering.memberOf(object, text);
}

/** Whether a call node is a subscript such as `a[0]`, which the grammar parses as a call. */
export function isSubscript(node: Syntax, text: string): boolean {
  const suffix = childOfType(node, 'call_suffix');
  return suffix !== undefined && text[suffix.start] === '[';
}

const OPERATIONS: ReadonlySet<string> = words(`
  additive_expression bitwise_operation comparison_expression conjunction_expression
  disjunction_expression equality_expression infix_expression multiplicative_expression
  nil_coalescing_expression range_expression
`);

/** Returns the last operand. In `a.b() + C.d()`, the grammar parses the call as one on the sum. */
export function lastOperand(node: Syntax | undefined): Syntax | undefined {
  let operand = node;
  while (operand !== undefined && OPERATIONS.has(operand.type)) operand = operand.children.at(-1);
  return operand;
}

export function call(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft, spec } = lowering;
  const callee = lastOperand(node.children[0]);
  if (callee === undefined) return draft.unknown;
  if (isSubscript(node, draft.text)) {
    return draft.over(OP.element, lowering.expression(callee));
  }
  // `[Item]()` creates an empty list of items.
  if (callee.type === 'array_literal') {
    const [element] = callee.children;
    return element === undefined
      ? draft.unknown
      : draft.over(OP.arrayOf, draft.table.add(OP.named, lowering.expression(element)));
  }
  const name = callee.type === 'navigation_expression' ? memberName(callee) : undefined;
  const text = name === undefined ? '' : draft.textOf(name);
  if (KEEPING.test(text)) return lowering.expression(lastOperand(fieldOf(callee, 'target')));
  if (TAKING.test(text)) return lowering.expression(callee);
  const rule = spec.calls?.[node.type];
  return rule === undefined ? draft.unknown : lowering.call(node, rule);
}
