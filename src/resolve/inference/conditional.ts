/** Decides which branch of a conditional type is taken. */
import { OP, opAt, operandAt } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { isSubtypeOf } from './fitting-signatures.ts';
import { infer } from './infer.ts';
import {
  type Environment,
  literalText,
  ownParameterKey,
  parameterKey,
  type Type,
  unionOf,
} from './types.ts';

/**
 * Returns the branch of a conditional type that is taken, or the union of both if that is not
 * certain. As in TypeScript, a union that a type parameter stands for is decided part by part.
 */
export function conditionalType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const table = evaluator.table(file);
  const [checked = 0, pattern = 0, then = 0, other = 0, ...own] = operandsFrom(
    table,
    expression,
    0,
  );
  // Types that count the parts of a tuple replace a type step by step: either branch would be wrong.
  const isExact = EXACT.has(opAt(table, pattern));
  const branch = (inside: Environment, isMatch: boolean | undefined): Type | undefined => {
    if (isMatch !== undefined) return evaluator.typeOf(file, isMatch ? then : other, inside);
    return isExact
      ? undefined
      : unionOf([then, other].map((one) => evaluator.typeOf(file, one, inside)));
  };
  const given = evaluator.typeOf(file, checked, environment);
  if (given === undefined) return branch(environment, undefined);
  if (own.length > 0) {
    const bound = new Map(environment);
    infer(evaluator, file, pattern, given, bound);
    const isBound = own.some((one) => bound.has(ownParameterKey(file, one)));
    return isBound ? branch(bound, true) : branch(environment, undefined);
  }
  const isMatch = (type: Type): boolean | undefined =>
    mayDecide(type)
      ? matches(evaluator, type, evaluator.typeOf(file, pattern, environment))
      : undefined;
  const key = keyOf(evaluator, file, checked);
  if (given.form !== 'union' || key === undefined) return branch(environment, isMatch(given));
  return unionOf(
    given.types.map((type) => branch(new Map(environment).set(key, type), isMatch(type))),
  );
}

const EXACT: ReadonlySet<number> = new Set([OP.tuple, OP.keyed]);

/** Returns the key of a type parameter; undefined for other types. */
function keyOf(evaluator: Evaluator, file: number, type: ExpressionId): string | undefined {
  const table = evaluator.table(file);
  const op = opAt(table, type);
  if (op === OP.ownParameter) return ownParameterKey(file, type);
  if (op !== OP.typeParameter) return undefined;
  const node = evaluator.program.nodeOf(file, operandAt(table, type, 0));
  return parameterKey(node, evaluator.string(file, operandAt(table, type, 1)));
}

/** Whether a type can decide a condition, so that its pattern is worth evaluating. */
function mayDecide(type: Type): boolean {
  return /^(instance|tuple|builtin)$/.test(type.form);
}

/** Whether a type is assignable to a pattern; undefined unless literals or names of types tell. */
function matches(evaluator: Evaluator, type: Type, pattern: Type | undefined): boolean | undefined {
  const patterns = pattern?.form === 'union' ? pattern.types : pattern ? [pattern] : [];
  const text = literalText(type);
  if (text !== undefined) {
    if (patterns.some((one) => literalText(one) === text)) return true;
    return literalText(pattern) === undefined ? undefined : false;
  }
  if (pattern?.form === 'tuple' && pattern.types.length === 0 && pattern.rest === undefined)
    return type.form === 'tuple' && (type.types.length > 0 || type.rest === undefined)
      ? type.types.length === 0
      : undefined;
  // `number extends T['length']`: no tuple has so many parts.
  if (type.form === 'builtin' && type.name === 'Number' && literalText(pattern) !== undefined)
    return false;
  const isInherited = patterns.some(
    (one) =>
      one.form === 'instance' &&
      one.args.every((argument) => argument === undefined) &&
      type.form === 'instance' &&
      isSubtypeOf(evaluator, type, one.node, new Set()),
  );
  return isInherited || undefined;
}
