/**
 * Corrects the precedence of type arguments. The TypeScript grammar binds them looser than
 * operators: it reads `await f<T>(x)` as `(await f)<T>(x)`, and likewise `!f<T>(x)` and `a +
 * f<T>(x)`. Without parentheses, no valid callee has this form, so the trees can be corrected.
 */
import type { Syntax } from '../../extractors/lowering/syntax.ts';

const CHAINS: ReadonlySet<string> = new Set([
  'call_expression',
  'member_expression',
  'subscript_expression',
  'non_null_expression',
  'instantiation_expression',
]);

const OPERATORS: ReadonlySet<string> = new Set([
  'await_expression',
  'unary_expression',
  'binary_expression',
]);

/** Returns the corrected node: the node itself, or the operator that should contain it. */
export function bindTightly(node: Syntax): Syntax {
  const [operator, ...rest] = node.children;
  if (operator === undefined || !CHAINS.has(node.type) || !OPERATORS.has(operator.type)) {
    return node;
  }
  const operand = operator.children[operator.children.length - 1];
  if (operand === undefined) return node;
  const chain = bindTightly(adopt({ ...node, start: operand.start, children: [operand, ...rest] }));
  return adopt({
    ...operator,
    end: node.end,
    children: [...operator.children.slice(0, -1), chain],
  });
}

function adopt(node: Syntax): Syntax {
  for (const child of node.children) child.parent = node;
  return node;
}
