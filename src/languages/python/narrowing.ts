/** Narrows names by `isinstance`: inside an `if`, and after an `assert`. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { PythonDraft } from './draft.ts';
import type { Place } from './scope.ts';
import { typeExpression } from './types.ts';

export function narrow(draft: PythonDraft, node: Syntax, { scope, block }: Place): void {
  const isAssertion = node.type === 'assert_statement';
  const isTernary = node.type === 'conditional_expression';
  const condition = isTernary ? node.children[1] : (fieldOf(node, 'condition') ?? node.children[0]);
  const inside = isAssertion ? block : isTernary ? node.children[0] : fieldOf(node, 'consequence');
  if (condition === undefined || inside === undefined) return;
  for (const test of conjuncts(condition)) {
    const checked = instanceTest(draft, test);
    if (checked === undefined) continue;
    const { name, type } = checked;
    const types = type.type === 'tuple' ? type.children : [type];
    scope.bind(draft.textOf(name), {
      form: 'value',
      offset: isAssertion ? node.end : inside.start,
      block: inside,
      isLimited: true,
      evaluate: () =>
        draft.either(
          OP.either,
          types.map((one) => draft.ofType(typeExpression(draft, one, scope))),
        ),
    });
  }
}

/** Returns the operands of `a and b`, which must all hold. */
function conjuncts(node: Syntax): readonly Syntax[] {
  if (node.type === 'parenthesized_expression') return node.children.flatMap(conjuncts);
  const operator =
    node.type === 'boolean_operator' ? node.tree.textOfField(node.node, 'operator') : undefined;
  return operator === 'and' ? node.children.flatMap(conjuncts) : [node];
}

function instanceTest(
  draft: PythonDraft,
  node: Syntax,
): { name: Syntax; type: Syntax } | undefined {
  const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
  if (callee === undefined || draft.textOf(callee) !== 'isinstance') return undefined;
  const [name, type] = fieldOf(node, 'arguments')?.children ?? [];
  return name?.type === 'identifier' && type !== undefined ? { name, type } : undefined;
}
