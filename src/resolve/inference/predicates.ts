/** Functions that tell whether a value has a type: `(x: unknown) => x is T`. */
import { OP, opAt, operandAt } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { calledSignatures } from '../calls.ts';
import type { Evaluator } from './evaluator.ts';
import { type Signature, signaturesOf } from './signatures.ts';
import type { Environment, Type } from './types.ts';

/** Returns the type that an argument of a call has if the call returns true. */
export function assertedType(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  argument: number,
  environment: Environment,
): Type | undefined {
  for (const { signature, bound } of calledSignatures(evaluator, file, call, environment)) {
    const type = predicateOf(evaluator, signature, argument);
    if (type !== NO_EXPRESSION) return evaluator.typeOf(signature.file, type, bound());
  }
  return undefined;
}

/** Returns the type that a callback tells its first argument to have: `list.filter(isItem)`. */
export function predicateType(evaluator: Evaluator, callback: Type | undefined): Type | undefined {
  const [signature] = signaturesOf(evaluator, callback);
  if (signature === undefined) return undefined;
  const type = predicateOf(evaluator, signature, 0);
  return evaluator.typeOf(signature.file, type, signature.environment);
}

function predicateOf(
  evaluator: Evaluator,
  { file, returns, result }: Signature,
  parameter: number,
): ExpressionId {
  const table = evaluator.table(file);
  // An anonymous function states its result as a value of the type.
  const isValue = result !== NO_EXPRESSION && opAt(table, result) === OP.ofType;
  const stated = isValue ? operandAt(table, result, 0) : returns;
  if (stated === NO_EXPRESSION || opAt(table, stated) !== OP.predicate) return NO_EXPRESSION;
  return operandAt(table, stated, 1) === parameter ? operandAt(table, stated, 0) : NO_EXPRESSION;
}
