import { resultOfType } from '../calls.ts';
import { iteratedType } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import { basesOf, memberOf } from './members.ts';
import type { Type } from './types.ts';

/** Returns what iterating a value yields: of a builtin type, or of an object with an iterator. */
export function iteratedOf(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  const builtin = iteratedType(type);
  if (builtin !== undefined || type?.form !== 'instance') return builtin;
  const iterator = memberOf(evaluator, type, '[Symbol.iterator]')?.type();
  if (iterator !== undefined) return iteratedType(resultOfType(evaluator, iterator));
  const environment = evaluator.environmentOf(type.node, type.args);
  const bases = basesOf(evaluator, type.node, environment);
  return iteratedType(bases.find(({ form }) => form === 'builtin'));
}
