/** Resolves calls of builtin methods: their results, and what their callbacks get. */
import { type CallParts, resultOfType } from '../calls.ts';
import { builtinMethod, iteratedType, letterType } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import { predicateType } from './predicates.ts';
import { arrayOf, type Environment, type Type } from './types.ts';

/** Returns the result of a call of a builtin method. */
export function builtinResult(
  evaluator: Evaluator,
  callee: Type & { readonly form: 'builtinMethod' },
  argument: (index: number) => Type | undefined,
  written: Type | undefined,
): Type | undefined {
  evaluator.inferred = true;
  const owner =
    callee.owner.form === 'tuple'
      ? 'Array'
      : callee.owner.form === 'builtin'
        ? callee.owner.name
        : '';
  const method = builtinMethod(owner, callee.method);
  if (method === undefined) return undefined;
  const asserted = TELLING.test(callee.method) ? predicateType(evaluator, argument(0)) : undefined;
  if (asserted !== undefined) return method.returns === 'self' ? arrayOf(asserted) : asserted;
  const result = (): Type | undefined => {
    if (written !== undefined) return written;
    const callback = argument(0);
    const given = callback === undefined ? undefined : resultOfType(evaluator, callback);
    return callee.method === 'flatMap' ? iteratedType(given) : given;
  };
  return letterType(method.returns, { owner: callee.owner, result, second: () => callee.second });
}

/** Methods whose result has the type that their callback tells its argument to have. */
const TELLING = /^(filter|find|findLast)$/;

/**
 * Returns the second argument of a call of a builtin method, such as the first value of `reduce`:
 * written out as type argument, or given; null if it is given and its type is not known.
 */
export function secondArgument(
  evaluator: Evaluator,
  file: number,
  { types, args }: CallParts,
  environment: Environment,
): Type | null | undefined {
  const [, second] = args;
  if (second === undefined) return undefined;
  return evaluator.typeOf(file, types[0] ?? second, environment) ?? null;
}

/** Returns the type of a parameter of the callback that a builtin method gets. */
export function builtinParameter(
  type: Type & { readonly form: 'builtinMethod' },
  index: number,
): Type | undefined {
  const owner =
    type.owner.form === 'tuple' ? 'Array' : type.owner.form === 'builtin' ? type.owner.name : '';
  const letter = builtinMethod(owner, type.method)?.callback?.[index];
  if (letter === undefined) return undefined;
  // Inside the callback, its own result is not known yet.
  return letterType(letter, {
    owner: type.owner,
    result: () => undefined,
    second: () => type.second,
  });
}
