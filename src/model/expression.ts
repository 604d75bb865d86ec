/**
 * Expressions and types of one file as a table of integers.
 *
 * An expression is a header `op | arity << 8` followed by its operands; its id is the header's index.
 * Operands are other expressions, declarations, import bindings or strings of the same file, as each
 * op says. Equal expressions have equal ids (hash consing), so a table stays small and an id can key a
 * memo. The vocabulary is that of any language with modules, classes and calls, not of one grammar.
 */
import { at } from '../base/assert.ts';
import type { ExpressionId } from './facts.ts';

/** Operation codes. They are stored: never renumber, only append. */
export const OP = {
  /** An expression of unknown meaning. */
  unknown: 0,
  // --- values ---
  /** [declaration] */
  declaration: 1,
  /** [binding] of {@link FileFacts.bindings} */
  binding: 2,
  /** [string] a name bound nowhere in the file: a global, or an error */
  free: 3,
  /** [declaration] `this` inside a class, constructor function or object */
  self: 4,
  /** [declaration] `super` inside a class */
  parent: 5,
  /**
   * [expression, string, count?] property access; the count is the number of arguments of a call, in
   * languages where it selects among overloads
   */
  member: 6,
  /** [expression] computed access */
  element: 7,
  /** [callee, type argument count, ...type arguments, ...arguments] */
  call: 8,
  /** [callee, type argument count, ...type arguments, ...arguments] */
  construct: 9,
  /** [expression] */
  awaited: 10,
  /** [type] a value of a declared type */
  ofType: 11,
  /** [result, flags, ...parameters] an anonymous function; parameters are type expressions or unknown */
  lambda: 12,
  /** [call, index] what the callee of a call expects as its argument number `index` */
  expected: 13,
  /** [function, index] a parameter of a function value */
  parameter: 14,
  /** [string, expression, ...] an object literal; the name `...` marks a spread */
  object: 15,
  /** [expression, ...] */
  array: 16,
  /** [expression, ...] one of several values */
  either: 17,
  /** [expression] what iterating yields */
  iterated: 18,
  /** [import] the module of {@link FileFacts.imports}, as `require` or `import()` gives it */
  module: 19,
  /** [declaration] `super` inside a static member */
  staticParent: 20,
  // --- types ---
  /** [entity, ...type arguments] */
  named: 32,
  /** [type] */
  arrayOf: 33,
  /** [type, ...] */
  tuple: 34,
  /** [type, ...] */
  union: 35,
  /** [type, ...] */
  intersection: 36,
  /** [result, flags, ...parameters] */
  functionType: 37,
  /** [string, type, ...] an object type without a name */
  objectType: 38,
  /** [declaration] an object type whose members are declarations inside this one */
  membersOf: 39,
  /** [expression] `typeof x` */
  typeOf: 40,
  /** [declaration] the polymorphic `this` type */
  selfType: 41,
  /** [type, string] `T['x']` */
  indexed: 42,
  /** [type] `T[number]` */
  elementOf: 43,
  /** [declaration, string] a type parameter of a declaration */
  typeParameter: 44,
  /** [string] a string literal, as a value or as a type */
  literal: 45,
  /** [expression, ...] the first of them that is known: names looked up in one place after another */
  firstOf: 46,
  /** [function] the receiver that a function value is called on: `Foo.() -> Unit` */
  receiver: 47,
  /** [object, expression] of what the expression names, the extensions that the object may have */
  extension: 48,
  /** [type, type] `T[K]`, where K may be a string literal type */
  keyed: 49,
  /** [function type, (type parameter of its own, default) …] */
  generic: 50,
  /** [string, constraint] a type parameter that a type declares itself */
  ownParameter: 51,
  /**
   * [own parameter, source, type, key?] `{ [K in keyof T as …]: … }`: the members of the source with
   * other types, and other keys if the last operand is there
   */
  mapped: 52,
  /** [checked, pattern, then, else, ...own parameters] `T extends … infer U … ? A : B` */
  conditional: 53,
  /** [type, parameter] the result of a function that tells whether an argument has the type: `x is T` */
  predicate: 54,
  /** [call, argument] the type of an argument where the call returned true */
  asserted: 55,
  /**
   * [object, string, scope, count, flag] a method of the object, or else of an interface in scope,
   * which anyone may implement for the type of the object. The count is the number of arguments. With
   * the flag, the object must be known to have such an interface.
   */
  scopedMethod: 56,
  /** [type] `...T` among the parts of a tuple */
  rest: 57,
} as const;
export type Op = (typeof OP)[keyof typeof OP];

/** Flags of `lambda` and `functionType`. */
export const FLAG_ASYNC = 1;
/** The last parameter takes all further arguments. */
export const FLAG_REST = 2;
/** The first parameter is `this` inside. */
export const FLAG_RECEIVER = 4;
/** From this bit on: one more than the number of arguments that a call must have; 0 if unknown. */
export const REQUIRED_SHIFT = 3;

const ARITY_SHIFT = 8;
const OP_MASK = 0xff;

/** Reads one expression table. */
export function opAt(table: Int32Array, id: ExpressionId): Op {
  return ((table[id] ?? 0) & OP_MASK) as Op;
}

export function arityAt(table: Int32Array, id: ExpressionId): number {
  return (table[id] ?? 0) >>> ARITY_SHIFT;
}

/** Operand `index` (from 0) of an expression. */
export function operandAt(table: Int32Array, id: ExpressionId, index: number): number {
  return at(table, id + 1 + index);
}

/** Nobody wrote more by hand; a generated literal has its first entries, and the stack its limits. */
const OPERANDS_MAX = 20_000;

/** Cuts an operand list to the maximum, an even number so that pairs stay whole. */
export function bounded(operands: readonly number[]): readonly number[] {
  return operands.length <= OPERANDS_MAX ? operands : operands.slice(0, OPERANDS_MAX);
}

/** Multiplier of FNV-1a. */
const HASH_PRIME = 0x01000193;

/** Builds an expression table. */
export class ExpressionTable {
  readonly #integers: number[] = [];
  /** Ids by hash, or by the next free number after it. */
  readonly #ids = new Map<number, ExpressionId>();

  add(op: Op, ...operands: readonly number[]): ExpressionId {
    const header = op | (operands.length << ARITY_SHIFT);
    let hash = header;
    for (const operand of operands) hash = Math.imul(hash ^ operand, HASH_PRIME);
    for (let known = this.#ids.get(hash); known !== undefined; known = this.#ids.get(hash)) {
      if (this.#isAt(known, header, operands)) return known;
      hash = (hash + 1) | 0;
    }
    const id = this.#integers.length;
    this.#integers.push(header, ...operands);
    this.#ids.set(hash, id);
    return id;
  }

  #isAt(id: ExpressionId, header: number, operands: readonly number[]): boolean {
    if (this.#integers[id] !== header) return false;
    return operands.every((operand, index) => this.#integers[id + 1 + index] === operand);
  }

  opOf(id: ExpressionId): Op {
    return ((this.#integers[id] ?? 0) & OP_MASK) as Op;
  }

  operandOf(id: ExpressionId, index: number): number {
    return this.#integers[id + 1 + index] ?? 0;
  }

  operandsOf(id: ExpressionId): readonly number[] {
    const count = (this.#integers[id] ?? 0) >>> ARITY_SHIFT;
    return this.#integers.slice(id + 1, id + 1 + count);
  }

  /** Returns the last operand of an expression that has operands. */
  lastOperandOf(id: ExpressionId): number {
    return this.#integers[id + ((this.#integers[id] ?? 0) >>> ARITY_SHIFT)] ?? 0;
  }

  toArray(): Int32Array {
    return Int32Array.from(this.#integers);
  }
}
