import { resultOfType } from '../calls.ts';
import { atLeast } from './at-least.ts';
import { basesOf } from './bases.ts';
import { awaitedType, elementType, iteratedType } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import { memberOf } from './members.ts';
import { type Type, unionOf } from './types.ts';

/** Methods that make an object iterable, in JavaScript and in Python. */
const ITERATORS = ['[Symbol.iterator]', '__iter__'];

/** Returns what iterating a value yields: of a builtin type, or of an object with an iterator. */
export function iteratedOf(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  const builtin = iteratedType(type);
  if (builtin !== undefined || type?.form !== 'instance') return builtin;
  for (const name of ITERATORS) {
    const iterator = memberOf(evaluator, type, name)?.type();
    if (iterator !== undefined) return iteratedType(resultOfType(evaluator, iterator));
  }
  return iteratedType(builtinBase(evaluator, type));
}

/** Returns the type that awaiting a value yields, also for an object whose base is a promise. */
export function awaitedOf(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form === 'union') return unionOf(type.types.map((one) => awaitedOf(evaluator, one)));
  if (type?.form !== 'instance') return awaitedType(type);
  const base = builtinBase(evaluator, type);
  return base?.form === 'builtin' && base.name === 'Promise' ? awaitedType(base) : type;
}

/**
 * Returns the type of `x[i]`: of a builtin type, of one with an index signature, or of an object with
 * Python's `__getitem__`. A generic function or class with type arguments is the function or class.
 */
export function elementOf(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form === 'value' && takesTypeArguments(evaluator, type.node)) return type;
  const known = atLeast(evaluator, type);
  const builtin = elementType(known) ?? memberOf(evaluator, known, '[]')?.type();
  if (builtin !== undefined || type?.form !== 'instance') return builtin;
  const method = memberOf(evaluator, type, '__getitem__')?.type();
  return method === undefined
    ? elementType(builtinBase(evaluator, type))
    : resultOfType(evaluator, method);
}

/** Whether brackets after a symbol hold type arguments: `Box[int]()` in Python, `f[int](x)` in Go. */
export function takesTypeArguments({ program }: Evaluator, node: number): boolean {
  const { kind } = program.declaration(node);
  if (kind === 'class') return !program.hasStrictStatics(node);
  return kind === 'function' && program.shape(node).typeParameters.length > 0;
}

function builtinBase(
  evaluator: Evaluator,
  type: Type & { readonly form: 'instance' },
): Type | undefined {
  const environment = evaluator.environmentOf(type.node, type.args);
  return basesOf(evaluator, type.node, environment).find(
    ({ form }) => form === 'builtin' || form === 'tuple',
  );
}
