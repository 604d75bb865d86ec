/** Rust's types. A wrapper is represented by the wrapped type, because member lookup needs that. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, lastName } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  functionTypeOf,
  listAt,
  listOf,
  mapOf,
  typeAt,
} from '../../extractors/semantic/readers.ts';
import type { TypedSpec } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { boundsOf, pathExpression } from './paths.ts';
import { LISTS, MAPS, WRAPPERS } from './standard.ts';

/** Whether a name does not resolve to the project, judging only by this file. */
function isStandard(entity: ExpressionId, lowering: Lowering): boolean {
  const { table } = lowering.draft;
  const op = table.opOf(entity);
  return op === OP.free || (op === OP.member && isStandard(table.operandOf(entity, 0), lowering));
}

function generic(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'type');
  const list = childrenAt(node, 'type_arguments');
  const args = list.filter(({ type }) => type !== 'lifetime');
  if (name === undefined) return lowering.draft.unknown;
  const entity = lowering.entity(name);
  const text = lowering.draft.textOf(lastName(name));
  const standard = standardType(text, args, lowering);
  if (isStandard(entity, lowering)) return standard;
  const named = lowering.namedType(entity, args);
  // `Result` of a crate outside the project holds what the standard one holds.
  return standard === lowering.draft.unknown
    ? named
    : lowering.draft.table.add(OP.firstOf, named, standard);
}

function standardType(name: string, args: readonly Syntax[], lowering: Lowering): ExpressionId {
  // For example, `Iterator<Item = T>` or `Future<Output = T>`.
  const [first, second] = args;
  if (name === 'Result' && second !== undefined)
    return withError(lowering.type(first), lowering.type(second), lowering);
  const held = first?.type === 'type_binding' ? fieldOf(first, 'type') : first;
  if (WRAPPERS.has(name)) return lowering.type(held);
  if (LISTS.has(name)) return listOf(lowering, lowering.type(held));
  return MAPS.has(name) ? mapOf(lowering, args) : lowering.draft.unknown;
}

/** The member of a result that holds its error. No name in a program looks like it. */
const ERROR = '#Err';

/** Returns the type of a result: what it holds on success, with one more member for the error. */
function withError(value: ExpressionId, error: ExpressionId, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const isNamed = draft.table.opOf(error) === OP.named;
  if (error === draft.unknown || (isNamed && isStandard(draft.table.operandOf(error, 0), lowering)))
    return value;
  const holder = draft.table.add(OP.objectType, draft.stringId(ERROR), error);
  return value === draft.unknown ? holder : draft.table.add(OP.intersection, value, holder);
}

/** Returns the error of a result. */
export function errorOf(result: ExpressionId, { draft }: Lowering): ExpressionId {
  return draft.member(result, ERROR);
}

/** Returns the type of `Fn(A) -> B` or `fn(A) -> B`. */
function functionType(node: Syntax, lowering: Lowering): ExpressionId {
  const result = lowering.type(fieldOf(node, 'return_type'));
  const parameters = childrenAt(node, 'parameters').map((one) => lowering.type(one));
  return functionTypeOf(lowering, result, parameters);
}

export const TYPES: TypedSpec['types'] = {
  generic_type: generic,
  reference_type: typeAt(field('type')),
  pointer_type: typeAt(field('type')),
  array_type: listAt(field('element')),
  dynamic_type: typeAt(field('trait')),
  abstract_type: typeAt(field('trait')),
  higher_ranked_trait_bound: typeAt(field('type')),
  removed_trait_bound: (_, { draft }) => draft.unknown,
  bounded_type: (node, lowering) => allOf(node.children, lowering),
  tuple_type: (node, lowering) =>
    lowering.draft.table.add(OP.tuple, ...node.children.map((one) => lowering.type(one))),
  function_type: functionType,
  type_identifier: (node, lowering) =>
    lowering.draft.textOf(node) === 'Self'
      ? selfType(node, lowering)
      : lowering.namedType(lowering.entity(node), []),
};

/** Returns the union of several bounds: a member of any of them is available. */
export function allOf(bounds: readonly Syntax[], lowering: Lowering): ExpressionId {
  const types = bounds.filter(({ type }) => type !== 'lifetime').map((one) => lowering.type(one));
  return lowering.draft.either(OP.union, types);
}

/** Returns the `impl` or type definition around a node. */
function implOf(node: Syntax): Syntax | undefined {
  for (let at: Syntax | undefined = node; at !== undefined; at = at.parent) {
    if (/^(impl|trait|struct|enum|union)_item$/.test(at.type)) return at;
  }
  return undefined;
}

function selfType(node: Syntax, lowering: Lowering): ExpressionId {
  const around = implOf(node.parent ?? node);
  if (around?.type === 'impl_item') return lowering.type(fieldOf(around, 'type'));
  const [declaration] = around === undefined ? [] : (lowering.draft.declared.get(around) ?? []);
  return declaration === undefined
    ? lowering.draft.unknown
    : lowering.draft.table.add(OP.selfType, declaration);
}

/** Resolves `Self` and the type parameters of an `impl`, which map to the type's own parameters. */
export function nameInImpl(
  node: Syntax,
  name: string,
  lowering: Lowering,
): ExpressionId | undefined {
  const { draft } = lowering;
  const type = fieldOf(node, 'type');
  if (type === undefined) return undefined;
  if (name === 'Self') return entityOf(type, lowering);
  const parameters = childOfType(node, 'type_parameters')?.children ?? [];
  const isParameter = parameters.some((one) => {
    const declared = fieldOf(one, 'name');
    return declared !== undefined && draft.textOf(declared) === name;
  });
  if (!isParameter) return undefined;
  const own = ownParameter(type, name, lowering);
  if (own !== undefined) return own;
  const [bound] = boundsOf(node, name, lowering).filter((one) => one.type !== 'lifetime');
  return bound === undefined ? draft.unknown : entityOf(bound, lowering);
}

export function nameInTrait(
  node: Syntax,
  name: string,
  { draft }: Lowering,
): ExpressionId | undefined {
  const [declaration] = draft.declared.get(node) ?? [];
  if (name !== 'Self' || declaration === undefined) return undefined;
  return draft.table.add(OP.declaration, declaration);
}

/** Returns the type's own parameter for T in `impl<T> List<T>`, if this file declares List. */
function ownParameter(type: Syntax, name: string, lowering: Lowering): ExpressionId | undefined {
  const { draft } = lowering;
  if (type.type !== 'generic_type') return undefined;
  const args = childrenAt(type, 'type_arguments').filter((one) => one.type !== 'lifetime');
  const position = args.findIndex((one) => draft.textOf(one) === name);
  const entity = entityOf(type, lowering);
  if (position < 0 || draft.table.opOf(entity) !== OP.declaration) return undefined;
  const declaration = draft.table.operandOf(entity, 0);
  const parameter = draft.shapes[declaration]?.typeParameters[position];
  return parameter && lowering.typeParameter(declaration, parameter.name);
}

/**
 * Returns the bounds of a type parameter. Structs often leave them to their impls, so a parameter
 * without bounds has those of the impls in the same block.
 */
export function constraintsOf(owner: Syntax, name: string, lowering: Lowering): readonly Syntax[] {
  const own = boundsOf(owner, name, lowering).filter(({ type }) => type !== 'lifetime');
  const declared = fieldOf(owner, 'name');
  if (own.length > 0 || declared === undefined || !/^(struct|enum)_item$/.test(owner.type))
    return own;
  const position = (childOfType(owner, 'type_parameters')?.children ?? [])
    .filter(({ type }) => /^(type|const)_parameter$/.test(type))
    .findIndex((one) => textOfName(one, lowering) === name);
  const type = lowering.draft.textOf(declared);
  return (owner.parent?.children ?? []).flatMap((item) => {
    const argument = item.type === 'impl_item' ? argumentOf(item, type, position, lowering) : '';
    return argument === '' ? [] : boundsOf(item, argument, lowering);
  });
}

function textOfName(node: Syntax, { draft }: Lowering): string {
  const name = fieldOf(node, 'name');
  return name === undefined ? '' : draft.textOf(name);
}

/** Returns the name that an impl passes for a parameter of its type: `W` for the first of `Writer<W>`. */
function argumentOf(impl: Syntax, type: string, position: number, lowering: Lowering): string {
  let of = fieldOf(impl, 'type');
  while (of?.type === 'reference_type') of = fieldOf(of, 'type');
  const name = of?.type === 'generic_type' ? fieldOf(of, 'type') : undefined;
  if (of === undefined || name === undefined || lowering.draft.textOf(name) !== type) return '';
  const args = childrenAt(of, 'type_arguments').filter((one) => one.type !== 'lifetime');
  const argument = args[position];
  return argument?.type === 'type_identifier' ? lowering.draft.textOf(argument) : '';
}

/** Returns the entity that a spelled type names. */
export function entityOf(type: Syntax, lowering: Lowering): ExpressionId {
  switch (type.type) {
    case 'generic_type':
      return entityOf(fieldOf(type, 'type') ?? type, lowering);
    case 'reference_type':
    case 'pointer_type': {
      const held = fieldOf(type, 'type');
      return held === undefined ? lowering.draft.unknown : entityOf(held, lowering);
    }
    case 'dynamic_type': {
      const trait = fieldOf(type, 'trait');
      return trait === undefined ? lowering.draft.unknown : entityOf(trait, lowering);
    }
    default:
      return pathExpression(type, lowering);
  }
}
