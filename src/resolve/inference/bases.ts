/** Finds what a type inherits from. */
import { OP, opAt, operandAt } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { constructed } from '../calls.ts';
import { wholeOf } from './declared-members.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import type { Environment, Type } from './types.ts';

/**
 * Returns the types that a class or interface inherits from, in order, including the other parts of
 * an intersection.
 */
export function basesOf(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Type[] {
  const { program } = evaluator;
  const file = program.fileOf(node);
  const { heritage, type } = program.shape(node);
  const bases = heritage.flatMap(({ expression }) => {
    // The type of the class itself: its static members.
    if (opAt(evaluator.table(file), expression) === OP.typeOf) return [];
    const base =
      evaluator.typeOf(file, expression, environment) ??
      constructedBase(evaluator, file, expression, environment);
    return base === undefined ? [] : [base];
  });
  for (const { file: from, base } of evaluator.extensions.basesOf(node)) {
    const declared = evaluator.typeOf(from, base.expression);
    if (declared !== undefined) bases.push(declared);
  }
  const { kind } = program.declaration(node);
  // A class without a field list, like Rust's `struct Name(Inner)`.
  const isDefined = kind === 'typeAlias' || (kind === 'class' && !program.hasStrictStatics(node));
  if (!isDefined || type === NO_EXPRESSION) return bases;
  if (!program.hasStrictStatics(node)) {
    const defined = evaluator.typeOf(file, type, environment);
    return defined === undefined ? bases : [...bases, defined];
  }
  const table = evaluator.table(file);
  if (opAt(table, type) !== OP.intersection) return bases;
  const parts = operandsFrom(table, type, 0).filter((part) => opAt(table, part) !== OP.membersOf);
  // The other parts replace members of `Omit<T, …>`.
  const sorted = parts.toSorted(
    (one, other) => Number(isOmit(evaluator, file, one)) - Number(isOmit(evaluator, file, other)),
  );
  return [...bases, ...sorted.flatMap((part) => evaluator.typeOf(file, part, environment) ?? [])];
}

function isOmit(evaluator: Evaluator, file: number, type: ExpressionId): boolean {
  const table = evaluator.table(file);
  if (opAt(table, type) !== OP.named) return false;
  const entity = operandAt(table, type, 0);
  return (
    opAt(table, entity) === OP.free &&
    evaluator.string(file, operandAt(table, entity, 0)) === 'Omit'
  );
}

/**
 * Resolves `extends X` where X is a value whose type is a class: a variable, or a mixin's result.
 */
function constructedBase(
  evaluator: Evaluator,
  file: number,
  expression: number,
  environment: Environment,
): Type | undefined {
  const entity = operandAt(evaluator.table(file), expression, 0);
  return constructed(evaluator, evaluator.typeOf(file, entity, environment));
}

/** Returns the type of `super`: the class that a class extends, or all of several. */
export function baseType(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const { heritage } = evaluator.program.shape(node);
  const file = evaluator.program.fileOf(node);
  // A mixin is not the parent class.
  const isMixed = heritage.some(({ form }) => form === 'mixin');
  for (const { form, expression } of isMixed ? heritage : []) {
    const base = form === 'extends' ? evaluator.typeOf(file, expression, environment) : undefined;
    if (base !== undefined) return base;
  }
  for (const one of wholeOf(evaluator, node)) {
    const [base, other] = basesOf(evaluator, one, environment);
    if (other !== undefined && evaluator.program.hasResolutionOrder(node))
      return { form: 'parent', node, environment };
    if (base !== undefined) return base;
  }
  return undefined;
}
