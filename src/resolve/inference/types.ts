/**
 * The types of values as the resolver knows them. A type is a hint for finding members, not a
 * proof.
 */
import type { ExpressionId } from '../../model/facts.ts';

/** Bound type arguments, by the global number of the declaring symbol and the parameter's name. */
export type Environment = ReadonlyMap<string, Type>;
export const EMPTY: Environment = new Map();

export type Type =
  /** A value of a class, interface or named object type. */
  | {
      readonly form: 'instance';
      readonly node: number;
      readonly args: readonly (Type | undefined)[];
    }
  /** `super` of a class with several bases, which has what the class inherits. */
  | { readonly form: 'parent'; readonly node: number; readonly environment: Environment }
  /** A declaration itself: a class as a value, a function, a namespace, an enum. */
  | { readonly form: 'value'; readonly node: number; readonly environment: Environment }
  | { readonly form: 'module'; readonly files: readonly number[] }
  /** An unnamed function, or a function type. */
  | {
      readonly form: 'function';
      readonly file: number;
      readonly expression: ExpressionId;
      readonly environment: Environment;
    }
  /** An object literal or an unnamed object type. */
  | {
      readonly form: 'object';
      readonly file: number;
      readonly expression: ExpressionId;
      readonly environment: Environment;
    }
  | { readonly form: 'union'; readonly types: readonly Type[] }
  | {
      readonly form: 'tuple';
      readonly types: readonly (Type | undefined)[];
      /** The type of further parts, if there may be any; null if it is not known. */
      readonly rest?: Type | null;
    }
  /** Array, Promise, Map and other types of builtins.ts. */
  | {
      readonly form: 'builtin';
      readonly name: string;
      readonly args: readonly (Type | undefined)[];
      /** The string, if the type is that of a string literal. */
      readonly text?: string;
    }
  /** A method of a builtin type. */
  | {
      readonly form: 'builtinMethod';
      readonly owner: Type;
      readonly method: string;
      /** The second argument of a call; null if it is given and its type is not known. */
      readonly second?: Type | null | undefined;
    }
  /** A global name as a value: `Promise`, `Object`. */
  | { readonly form: 'global'; readonly name: string }
  /** A type parameter of which only the constraint is known. */
  | { readonly form: 'parameter'; readonly node: number; readonly name: string };

export function parameterKey(node: number, name: string): string {
  return `${node} ${name}`;
}

/** Returns the key of a type parameter that a type declares itself. */
export function ownParameterKey(file: number, parameter: ExpressionId): string {
  return `${file}:${parameter}`;
}

export function unionOf(types: readonly (Type | undefined)[]): Type | undefined {
  const known = types.flatMap((type) =>
    type === undefined ? [] : type.form === 'union' ? type.types : [type],
  );
  if (known.length <= 1) return known[0];
  const others = known.filter((type) => !isPrimitive(type));
  if (others.length <= 1) return others[0] ?? known[0];
  return { form: 'union', types: others.slice(0, 12) };
}

/** Whether a type is a number, string or boolean. In a union, members of the other types matter. */
function isPrimitive(type: Type): boolean {
  return type.form === 'builtin' && type.text === undefined && PRIMITIVES.test(type.name);
}

const PRIMITIVES = /^(Number|String|Boolean)$/;

export function arrayOf(element: Type | undefined): Type {
  return { form: 'builtin', name: 'Array', args: [element] };
}

export function promiseOf(value: Type | undefined): Type {
  return { form: 'builtin', name: 'Promise', args: [value] };
}

export function literalType(text: string): Type {
  return { form: 'builtin', name: 'String', args: [], text };
}

/** Returns the string of a string literal type; undefined for other types. */
export function literalText(type: Type | undefined): string | undefined {
  return type?.form === 'builtin' ? type.text : undefined;
}

/** Returns the type of a part of a tuple by its position. */
export function partOf(tuple: Type & { readonly form: 'tuple' }, index: number): Type | undefined {
  return index < tuple.types.length ? tuple.types[index] : (tuple.rest ?? undefined);
}

export function elementsOfTuple(tuple: Type & { readonly form: 'tuple' }): Type | undefined {
  return unionOf([...tuple.types, tuple.rest ?? undefined]);
}
