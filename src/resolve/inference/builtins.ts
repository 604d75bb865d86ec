/**
 * Models the few global types through which project types flow: the results of their methods and
 * the arguments of their callbacks. Source: the ECMAScript specification's library sections; only
 * members that carry a type.
 */
import { arrayOf, elementsOfTuple, promiseOf, type Type, unionOf } from './types.ts';

/**
 * Canonical names of global generic types, for code that uses `ReadonlyArray<T>` or `Partial<T>`.
 */
const CANONICAL: Readonly<Record<string, string>> = {
  ReadonlyArray: 'Array',
  ArrayLike: 'Array',
  ConcatArray: 'Array',
  PromiseLike: 'Promise',
  Thenable: 'Promise',
  ReadonlyMap: 'Map',
  WeakMap: 'Map',
  ReadonlySet: 'Set',
  WeakSet: 'Set',
  Iterator: 'Iterable',
  IterableIterator: 'Iterable',
  IteratorObject: 'Iterable',
  Generator: 'Iterable',
  AsyncIterable: 'Iterable',
  AsyncIterator: 'Iterable',
  AsyncIterableIterator: 'Iterable',
  AsyncGenerator: 'Iterable',
};

const KNOWN = new Set([
  'Array',
  'Promise',
  'Map',
  'dict',
  'Set',
  'Iterable',
  'Record',
  'WeakRef',
  'String',
  'Number',
  'Boolean',
  'Class',
]);

/** Utility types that keep the members of their first argument. */
const TRANSPARENT = new Set([
  'Partial',
  'Required',
  'Readonly',
  'NonNullable',
  'Pick',
  'Omit',
  'Exclude',
  'Extract',
  'NoInfer',
  'ThisType',
]);

/** Whether a global name is that of a type that keeps the members of its first argument. */
export function isTransparent(name: string): boolean {
  return TRANSPARENT.has(name);
}

const BOOLEAN = { form: 'builtin', name: 'Boolean', args: [] } as const;

/** Returns the type for a global name with type arguments; undefined for unknown names. */
export function builtinType(name: string, args: readonly (Type | undefined)[]): Type | undefined {
  if (TRANSPARENT.has(name)) return args[0];
  if (name === 'true' || name === 'false') return { ...BOOLEAN, text: name };
  if (name === 'Awaited') return awaitedType(args[0]);
  const canonical = CANONICAL[name] ?? name;
  return KNOWN.has(canonical) ? { form: 'builtin', name: canonical, args } : undefined;
}

/**
 * A letter names a type: T and U are the owner's type arguments, R the callback's result, A the
 * second argument. `first` and `second` are the parts of a tuple.
 */
type Letter =
  | 'T'
  | 'U'
  | 'R'
  | 'A'
  | 'self'
  | 'T[]'
  | 'U[]'
  | 'R[]'
  | 'Promise R'
  | '[T,U]'
  | '[T,U][]'
  | '[none,T][]'
  | 'first'
  | 'second'
  | 'none';

interface Method {
  readonly returns: Letter;
  /** Parameter types of a callback that is passed as first argument. */
  readonly callback?: readonly Letter[];
}

const EACH: Method = { returns: 'none', callback: ['T', 'none', 'self'] };
const SAME: Method = { returns: 'self', callback: ['T', 'T'] };
const ONE: Method = { returns: 'T' };
const FIND_ALL: Method = { returns: 'self', callback: ['T'] };
const FIND: Method = { returns: 'T', callback: ['T', 'none', 'self'] };

function named(names: string, method: Method): Readonly<Record<string, Method>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, method]));
}

/**
 * Methods of Java's collections, streams, optionals and iterators, which are all represented by
 * their elements.
 */
const JAVA_COLLECTION: Readonly<Record<string, Method>> = {
  ...named('get getFirst getLast removeFirst removeLast remove poll pollFirst pollLast', ONE),
  ...named('peek peekFirst peekLast element next previous take ceiling floor', ONE),
  ...named('orElse orElseGet orElseThrow firstElement lastElement nextElement', ONE),
  ...named('stream parallelStream iterator listIterator descendingIterator toArray toList', SAME),
  ...named('sorted limit skip distinct subList headSet tailSet findFirst findAny max min or', SAME),
  ...named('takeWhile dropWhile', FIND_ALL),
  ...named('ifPresent ifPresentOrElse anyMatch allMatch noneMatch removeIf forEachOrdered', EACH),
  ...named('mapToInt mapToLong mapToDouble forEachRemaining', EACH),
  mapToObj: { returns: 'R[]' },
  // Parts of a map's entry.
  getKey: { returns: 'first' },
  getValue: { returns: 'second' },
};

/** Methods of Python's lists, sets and deques. */
const PYTHON_COLLECTION: Readonly<Record<string, Method>> = {
  ...named('popleft', ONE),
  ...named('copy union intersection difference symmetric_difference', SAME),
};

const METHODS: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  Array: {
    ...JAVA_COLLECTION,
    ...PYTHON_COLLECTION,
    map: { returns: 'R[]', callback: ['T', 'none', 'self'] },
    flatMap: { returns: 'R[]', callback: ['T', 'none', 'self'] },
    filter: { returns: 'self', callback: ['T', 'none', 'self'] },
    find: FIND,
    findLast: FIND,
    findIndex: EACH,
    findLastIndex: EACH,
    forEach: EACH,
    some: EACH,
    every: EACH,
    at: ONE,
    pop: ONE,
    shift: ONE,
    slice: SAME,
    splice: SAME,
    concat: SAME,
    reverse: SAME,
    toReversed: SAME,
    sort: SAME,
    toSorted: SAME,
    fill: SAME,
    flat: SAME,
    values: { returns: 'T[]' },
    entries: { returns: '[none,T][]' },
    reduce: { returns: 'A', callback: ['A', 'T', 'none', 'self'] },
    reduceRight: { returns: 'A', callback: ['A', 'T', 'none', 'self'] },
  },
  Promise: {
    // biome-ignore lint/suspicious/noThenProperty: a table of method names, not a thenable.
    then: { returns: 'Promise R', callback: ['T'] },
    catch: { returns: 'self' },
    finally: { returns: 'self' },
  },
  Map: {
    get: { returns: 'U' },
    set: { returns: 'self' },
    values: { returns: 'U[]' },
    keys: { returns: 'T[]' },
    entries: { returns: '[T,U][]' },
    forEach: { returns: 'none', callback: ['U', 'T', 'self'] },
  },
  // Python's, which yields its keys when it is iterated, and Java's.
  dict: {
    ...named('get pop setdefault', { returns: 'U' }),
    ...named('getOrDefault put putIfAbsent computeIfAbsent remove merge', { returns: 'U' }),
    ...named('firstEntry lastEntry floorEntry ceilingEntry pollFirstEntry', { returns: '[T,U]' }),
    compute: { returns: 'U' },
    firstKey: ONE,
    lastKey: ONE,
    entrySet: { returns: '[T,U][]' },
    keySet: { returns: 'T[]' },
    forEach: { returns: 'none', callback: ['T', 'U'] },
    popitem: { returns: '[T,U]' },
    values: { returns: 'U[]' },
    keys: { returns: 'T[]' },
    items: { returns: '[T,U][]' },
    copy: { returns: 'self' },
  },
  Set: {
    add: { returns: 'self' },
    values: { returns: 'T[]' },
    keys: { returns: 'T[]' },
    forEach: { returns: 'none', callback: ['T', 'T', 'self'] },
  },
  WeakRef: { deref: ONE },
  Iterable: {
    map: { returns: 'R[]', callback: ['T'] },
    filter: { returns: 'self', callback: ['T'] },
    forEach: EACH,
    find: FIND,
    toArray: { returns: 'T[]' },
  },
};

export function builtinMethod(owner: string, method: string): Method | undefined {
  const methods = METHODS[owner];
  return methods !== undefined && Object.hasOwn(methods, method) ? methods[method] : undefined;
}

export interface Letters {
  readonly owner: Type;
  readonly result: () => Type | undefined;
  /** The second argument; null if it is given and its type is not known. */
  readonly second: () => Type | null | undefined;
}

/** Returns the type for a letter at one call. */
export function letterType(letter: Letter, letters: Letters): Type | undefined {
  const args = typeArgumentsOf(letters.owner);
  switch (letter) {
    case 'T':
      return args[0];
    case 'U':
      return args[1];
    case 'R':
      return letters.result();
    case 'A':
      return secondOr(letters.second(), args[0]);
    case 'self':
      return letters.owner;
    case 'T[]':
      return arrayOf(args[0]);
    case 'U[]':
      return arrayOf(args[1]);
    case 'R[]': {
      const result = letters.result();
      // The callback of `flatMap` returns arrays. Only the element type matters for member lookup.
      return arrayOf(result);
    }
    case 'Promise R':
      return promiseOf(awaitedType(letters.result()));
    case '[T,U]':
      return { form: 'tuple', types: [args[0], args[1]] };
    case '[none,T][]':
      return arrayOf({ form: 'tuple', types: [undefined, args[0]] });
    case '[T,U][]':
      return arrayOf({ form: 'tuple', types: [args[0], args[1]] });
    case 'first':
      return letters.owner.form === 'tuple' ? letters.owner.types[0] : undefined;
    case 'second':
      return letters.owner.form === 'tuple' ? letters.owner.types[1] : undefined;
    case 'none':
      return undefined;
  }
}

/** Returns the second argument of a call, or what stands for it if it is not given. */
function secondOr(second: Type | null | undefined, otherwise: Type | undefined): Type | undefined {
  return second === undefined ? otherwise : (second ?? undefined);
}

/** Returns the type arguments: T of an array or promise, K and V of a map. */
export function typeArgumentsOf(type: Type): readonly (Type | undefined)[] {
  if (type.form === 'builtin') return type.args;
  if (type.form === 'tuple') return [elementsOfTuple(type)];
  return [];
}

export function awaitedType(type: Type | undefined): Type | undefined {
  if (type?.form === 'union') return unionOf(type.types.map(awaitedType));
  return type?.form === 'builtin' && type.name === 'Promise' ? awaitedType(type.args[0]) : type;
}

/** Returns the element type of `for (x of …)` and of spreads. */
export function iteratedType(type: Type | undefined): Type | undefined {
  switch (type?.form) {
    case 'tuple':
      return elementsOfTuple(type);
    case 'union':
      return unionOf(type.types.map(iteratedType));
    case 'builtin':
      if (type.name === 'Map') return { form: 'tuple', types: [type.args[0], type.args[1]] };
      // An async generator is a promise of what it yields, as its declaration is read.
      if (type.name === 'Promise') return iteratedType(type.args[0]);
      return type.name === 'Record' ? undefined : type.args[0];
    default:
      return undefined;
  }
}

/** Returns the type arguments of a collection that is made of the elements of another. */
export function elementsOf(given: Type | undefined, name: string): readonly (Type | undefined)[] {
  if (name === 'WeakRef') return [given];
  const item = /^(Weak)?(Map|Set)$/.test(name) ? iteratedType(given) : undefined;
  if (!name.endsWith('Map')) return [item];
  const pairs = item?.form === 'union' ? item.types : [item];
  return [0, 1].map((index) =>
    unionOf(pairs.map((pair) => (pair?.form === 'tuple' ? pair.types[index] : undefined))),
  );
}

/** Returns the type of `x[i]`. */
export function elementType(type: Type | undefined): Type | undefined {
  if (type?.form === 'union') return unionOf(type.types.map(elementType));
  if (type?.form === 'builtin' && /^(Record|Map|dict)$/.test(type.name)) return type.args[1];
  return type?.form === 'builtin' && type.name !== 'Array' ? undefined : iteratedType(type);
}

/**
 * Returns the result type of static functions of globals: `Promise.all(…)`, `Array.from(…)`,
 * `Object.values(…)`.
 */
export function globalCall(
  global: string,
  method: string,
  args: readonly (Type | undefined)[],
): Type | undefined {
  const [first] = args;
  switch (`${global}.${method}`) {
    case 'Promise.all':
      return promiseOf(
        first?.form === 'tuple'
          ? { form: 'tuple', types: first.types.map(awaitedType) }
          : arrayOf(awaitedType(iteratedType(first))),
      );
    case 'Promise.race':
    case 'Promise.any':
      return promiseOf(awaitedType(iteratedType(first)));
    case 'Promise.resolve':
      return promiseOf(awaitedType(first));
    case 'Array.from':
      return arrayOf(iteratedType(first));
    case 'Array.of':
      return arrayOf(unionOf(args));
    case 'Object.values':
      return arrayOf(first?.form === 'builtin' ? elementType(first) : undefined);
    case 'Object.entries':
      return arrayOf({ form: 'tuple', types: [undefined, elementType(first)] });
    default:
      return undefined;
  }
}
