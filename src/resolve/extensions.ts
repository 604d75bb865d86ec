/** Finds extensions of types outside of the project, by name. */
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../model/facts.ts';
import type { Evaluator } from './inference/evaluator.ts';
import type { Environment, Type } from './inference/types.ts';

/**
 * Returns candidates for `object.name` where the object's type is unknown: a visible extension of
 * that name whose receiver type is also unknown. Several in one file count as overloads; in
 * different files they are ambiguous and none is returned.
 */
export function extensionSymbols(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): readonly number[] {
  const table = evaluator.table(file);
  const object = evaluator.typeOf(file, operandAt(table, expression, 0), environment);
  if (object?.form === 'value') return [];
  const named = evaluator.symbolsOf(file, operandAt(table, expression, 1), 'value', environment);
  const found = named.filter((node) => isOfUnknownType(evaluator, node));
  const [first] = found;
  if (first === undefined) return [];
  const { program } = evaluator;
  if (found.some((node) => program.fileOf(node) !== program.fileOf(first))) return [];
  // It is not known whether the object has the receiver's type.
  evaluator.inferred = true;
  return [first];
}

export function extensionType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const [found] = extensionSymbols(evaluator, file, expression, environment);
  return found === undefined ? undefined : evaluator.typeOfSymbol(found, environment);
}

function isOfUnknownType(evaluator: Evaluator, node: number): boolean {
  const { program } = evaluator;
  const { receiver } = program.shape(node);
  if (receiver === NO_EXPRESSION) return false;
  const file = program.fileOf(node);
  const table = evaluator.table(file);
  const entity = opAt(table, receiver) === OP.named ? operandAt(table, receiver, 0) : receiver;
  return evaluator.symbolsOf(file, entity, 'type').length === 0;
}
