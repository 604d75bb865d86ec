import { isTypeName } from '../../extractors/dotted-names.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { ExpressionId } from '../../model/facts.ts';

/**
 * Resolves a qualified name such as `shop.cart.Cart` that nothing imports. By convention, packages
 * are lower case.
 */
export function qualifiedStart(
  names: readonly string[],
  _node: Syntax,
  lowering: Lowering,
): { readonly owners: readonly ExpressionId[]; readonly count: number } | undefined {
  const typeAt = names.findIndex(isTypeName);
  if (typeAt < 1 || names[0] === '') return undefined;
  const module = lowering.module(names.slice(0, typeAt + 1).join('.'));
  return {
    owners: [lowering.draft.member(module, names[typeAt] ?? '')],
    count: typeAt + 1,
  };
}
