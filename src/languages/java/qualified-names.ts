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
  _node: Syntax | undefined,
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

/** Returns the type of a name that starts with a package: `shop.Cart.Line`. */
export function typeNamed(names: readonly string[], lowering: Lowering): ExpressionId | undefined {
  const start = qualifiedStart(names, undefined, lowering);
  const [owner] = start?.owners ?? [];
  if (start === undefined || owner === undefined) return undefined;
  return names.slice(start.count).reduce((type, name) => lowering.memberOf(type, name), owner);
}

/** Resolves `shop.Cart` by its package, and `Cart.Line` from left to right. */
export function qualifiedEntity(node: Syntax, lowering: Lowering): ExpressionId {
  const names = namesIn(node, lowering);
  const [first, ...rest] = names;
  if (first === undefined) return lowering.draft.unknown;
  return (
    typeNamed(names, lowering) ??
    rest.reduce((type, name) => lowering.memberOf(type, name), lowering.named(first, node, 'type'))
  );
}

/** Returns the parts of a qualified name without annotations and type arguments. */
function namesIn(node: Syntax, lowering: Lowering): readonly string[] {
  if (node.children.length === 0) return [lowering.draft.textOf(node)];
  return node.children
    .filter(({ type }) => !/annotation|arguments/.test(type))
    .flatMap((child) => namesIn(child, lowering));
}
