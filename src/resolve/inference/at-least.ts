/** Reads what is certain about a type: constraints of type parameters, types behind defined types. */
import type { Evaluator } from './evaluator.ts';
import type { Type } from './types.ts';

/** Returns the underlying type of `type Handlers []Handler`. Returns other types unchanged. */
function definedAs(evaluator: Evaluator, type: Type): Type {
  const { program } = evaluator;
  if (type.form !== 'instance' || program.declaration(type.node).kind !== 'typeAlias') return type;
  if (program.hasStrictStatics(type.node)) return type;
  const { type: defined } = program.shape(type.node);
  const inside = evaluator.environmentOf(type.node, type.args);
  return evaluator.typeOf(program.fileOf(type.node), defined, inside) ?? type;
}

/**
 * Returns the constraint of a type parameter or the underlying type of a defined type. Returns
 * other types unchanged.
 */
export function atLeast(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form !== 'parameter') return type && definedAs(evaluator, type);
  const parameter = evaluator.program
    .shape(type.node)
    .typeParameters.find((candidate) => candidate.name === type.name);
  if (parameter === undefined) return undefined;
  const constraint = evaluator.typeOf(evaluator.program.fileOf(type.node), parameter.constraint);
  // A constraint that refers to itself gives no information.
  const { node, name } = type;
  const isItself =
    constraint?.form === 'parameter' && constraint.node === node && constraint.name === name;
  return isItself ? undefined : constraint;
}
