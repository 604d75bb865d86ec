/** Types of the parameters of lambdas, from the call that a lambda is passed to. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { expressionFor, positionalArguments } from './values.ts';

/** Builtin functions that call a function with each element of their arguments. */
const CALLS_WITH_ELEMENTS = /^(map|filter|sorted|min|max|(itertools\.)?groupby)$/;

/** Returns the value that the surrounding call passes to a lambda. */
export function lambdaParameter(
  draft: PythonDraft,
  lambda: Syntax,
  position: number,
  scope: Scope,
): ExpressionId {
  const isNamed = lambda.parent?.type === 'keyword_argument';
  const call = isNamed ? lambda.parent?.parent?.parent : lambda.parent?.parent;
  const callee = call?.type === 'call' ? fieldOf(call, 'function') : undefined;
  if (call === undefined || callee === undefined) return draft.unknown;
  const args = positionalArguments(call);
  const index = args.indexOf(lambda);
  const element = (node: Syntax | undefined): ExpressionId =>
    node === undefined ? draft.unknown : draft.over(OP.iterated, expressionFor(draft, node, scope));
  const name = draft.textOf(callee);
  if (CALLS_WITH_ELEMENTS.test(name)) return element(args[index < 0 ? 0 : position + 1]);
  if (isNamed) return /\.sort$/.test(name) ? element(fieldOf(callee, 'object')) : draft.unknown;
  const called = expressionFor(draft, callee, scope);
  if (called === draft.unknown || index < 0) return draft.unknown;
  const expected = draft.table.add(OP.parameter, called, index);
  return draft.table.add(OP.parameter, expected, position);
}
