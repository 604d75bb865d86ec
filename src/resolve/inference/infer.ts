/**
 * Infers type arguments: matches a parameter's declared type with an argument's type and binds the
 * type parameters. Modeled on TypeScript's `inferTypes`, without variance, candidates or
 * priorities: the first binding wins.
 */
import { FLAG_RECEIVER, OP, opAt, operandAt } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { constructed, parameterType, resultOfType } from '../calls.ts';
import { basesOf } from './bases.ts';
import { isTransparent, iteratedType, typeArgumentsOf } from './builtins.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { memberOf } from './members.ts';
import { signaturesOf } from './signatures.ts';
import { ownParameterKey, parameterKey, type Type } from './types.ts';

const DEPTH_MAX = 8;

export function infer(
  evaluator: Evaluator,
  file: number,
  declared: ExpressionId,
  given: Type,
  bound: Map<string, Type>,
  depth = 0,
): void {
  if (depth > DEPTH_MAX) return;
  const table = evaluator.table(file);
  const operands = operandsFrom(table, declared, 0);
  const into = (expression: number | undefined, type: Type | undefined): void => {
    if (expression !== undefined && type !== undefined) {
      infer(evaluator, file, expression, type, bound, depth + 1);
    }
  };
  // `new () => T` against a class binds T to its instance. Constructor types and function types
  // have the same form here.
  const isClass =
    given.form === 'value' && evaluator.program.declaration(given.node).kind === 'class';
  switch (opAt(table, declared)) {
    case OP.typeParameter: {
      const [declaration = 0, name = 0] = operands;
      const key = parameterKey(
        evaluator.program.nodeOf(file, declaration),
        evaluator.string(file, name),
      );
      if (!bound.has(key)) bound.set(key, given);
      return;
    }
    case OP.ownParameter: {
      const key = ownParameterKey(file, declared);
      if (!bound.has(key)) bound.set(key, given);
      return;
    }
    case OP.ofType:
    case OP.generic:
      return into(operands[0], given);
    case OP.arrayOf:
      return into(operands[0], iteratedType(given));
    case OP.tuple:
      return inferParts(evaluator, file, operands, given, into);
    case OP.union:
    case OP.intersection:
      for (const operand of operands) into(operand, given);
      return;
    case OP.functionType:
    case OP.lambda:
      into(operands[0], isClass ? constructed(evaluator, given) : resultOfType(evaluator, given));
      operands.slice(hasReceiver(operands[1]) ? 3 : 2).forEach((operand, index) => {
        into(operand, parameterType(evaluator, given, index));
      });
      return;
    case OP.objectType:
    case OP.object:
      for (let entry = 0; entry + 1 < operands.length; entry += 2) {
        const name = evaluator.string(file, operands[entry] ?? 0);
        const isMade = name === 'new()' && isClass;
        into(operands[entry + 1], isMade ? given : memberOf(evaluator, given, name)?.type());
      }
      return;
    case OP.membersOf:
      return inferMembers(evaluator, evaluator.program.nodeOf(file, operands[0] ?? 0), given, {
        bound,
        depth,
      });
    case OP.named:
      return inferNamed(evaluator, file, declared, given, depth, into);
    default:
      return;
  }
}

/**
 * Matches the parts of a tuple by position. A tuple of fewer known parts does not match, or a type
 * that takes one part after another would not end.
 */
function inferParts(
  evaluator: Evaluator,
  file: number,
  operands: readonly ExpressionId[],
  given: Type,
  into: (expression: number | undefined, type: Type | undefined) => void,
): void {
  const table = evaluator.table(file);
  const rest = operands.findIndex((operand) => opAt(table, operand) === OP.rest);
  const fixed = rest < 0 ? operands : operands.slice(0, rest);
  const isTuple = given.form === 'tuple';
  if (isTuple && given.types.length < fixed.length) return;
  fixed.forEach((operand, index) => {
    into(operand, memberOf(evaluator, given, String(index))?.type());
  });
  const last = operands[rest];
  if (last === undefined || rest < operands.length - 1 || (!isTuple && rest > 0)) return;
  into(operandAt(table, last, 0), isTuple ? { ...given, types: given.types.slice(rest) } : given);
}

function hasReceiver(flags: number | undefined): boolean {
  return ((flags ?? 0) & FLAG_RECEIVER) !== 0;
}

/** Matches `Box<T>` with a Box or with a type that inherits from Box. */
function inferNamed(
  evaluator: Evaluator,
  file: number,
  declared: ExpressionId,
  given: Type,
  depth: number,
  into: (expression: number | undefined, type: Type | undefined) => void,
): void {
  const table = evaluator.table(file);
  const [entity = 0, ...args] = operandsFrom(table, declared, 0);
  if (args.length === 0) return;
  const [named] = evaluator.symbolsOf(file, entity, 'type');
  if (given.form === 'instance' && given.node === named) {
    args.forEach((argument, index) => {
      into(argument, given.args[index]);
    });
    return;
  }
  const inside = named === undefined ? undefined : insideType(evaluator, named, given, depth);
  if (inside !== undefined && named !== undefined) {
    evaluator.program.shape(named).typeParameters.forEach(({ name }, index) => {
      into(args[index], inside.get(parameterKey(named, name)));
    });
    return;
  }
  const isGlobal = opAt(table, entity) === OP.free;
  const name = isGlobal ? evaluator.string(file, operandAt(table, entity, 0)) : '';
  if (named === undefined && isTransparent(name)) return into(args[0], given);
  if (given.form === 'builtin' || given.form === 'tuple') {
    // Arguments correspond by position: `Iterable<T>` with an array, `PromiseLike<T>` with a
    // promise.
    if (isGlobal && name !== '') {
      typeArgumentsOf(given).forEach((type, index) => {
        into(args[index], type);
      });
    }
    return;
  }
  if (given.form !== 'instance') return;
  const expected = new Set(evaluator.symbolsOf(file, entity, 'type'));
  const match = ancestor(evaluator, given, expected, new Set());
  args.forEach((argument, index) => {
    into(argument, match?.args[index]);
  });
}

/**
 * Matches what a name stands for: the right-hand side of an alias, or the construct signature of an
 * interface with a class. Returns the type parameters of the name that this binds; undefined for
 * other types.
 */
function insideType(
  evaluator: Evaluator,
  named: number,
  given: Type,
  depth: number,
): ReadonlyMap<string, Type> | undefined {
  const { program } = evaluator;
  const { kind } = program.declaration(named);
  const bound = new Map<string, Type>();
  if (kind === 'typeAlias' && program.hasStrictStatics(named)) {
    const { type } = program.shape(named);
    const file = program.fileOf(named);
    const isNamedObject = opAt(evaluator.table(file), type) === OP.membersOf;
    if (type === NO_EXPRESSION || (isNamedObject && given.form !== 'object')) return undefined;
    infer(evaluator, file, type, given, bound, depth + 1);
    return bound;
  }
  if (kind === 'interface' && given.form === 'object') {
    inferMembers(evaluator, named, given, { bound, depth });
    return bound;
  }
  if (kind !== 'interface' || given.form !== 'value') return undefined;
  const [signature] = signaturesOf(evaluator, evaluator.instanceOf(named, []), 'new()');
  const made = constructed(evaluator, given);
  if (signature === undefined || made === undefined) return undefined;
  infer(evaluator, signature.file, signature.returns, made, bound, depth + 1);
  return bound;
}

/** Matches the members of an object literal with those that an interface or object type declares. */
function inferMembers(
  evaluator: Evaluator,
  node: number,
  given: Type,
  { bound, depth }: { readonly bound: Map<string, Type>; readonly depth: number },
): void {
  const { program } = evaluator;
  const file = program.fileOf(node);
  const into = (expression: ExpressionId, type: Type | undefined): void => {
    if (expression !== NO_EXPRESSION && type !== undefined)
      infer(evaluator, file, expression, type, bound, depth + 1);
  };
  for (const [name, [child]] of program.childrenOf(node)) {
    const member = memberOf(evaluator, given, name)?.type();
    if (child === undefined || member === undefined) continue;
    const { type, returns, parameters } = program.shape(child);
    into(type, member);
    if (program.declaration(child).kind !== 'method') continue;
    into(returns, resultOfType(evaluator, member));
    parameters.forEach((parameter, index) => {
      into(parameter.type, parameterType(evaluator, member, index));
    });
  }
  for (const { expression } of program.shape(node).heritage) into(expression, given);
}

function ancestor(
  evaluator: Evaluator,
  type: Type & { readonly form: 'instance' },
  expected: ReadonlySet<number>,
  visited: Set<number>,
): (Type & { readonly form: 'instance' }) | undefined {
  if (expected.has(type.node)) return type;
  if (visited.has(type.node)) return undefined;
  visited.add(type.node);
  const environment = evaluator.environmentOf(type.node, type.args);
  for (const base of basesOf(evaluator, type.node, environment)) {
    const found =
      base.form === 'instance' ? ancestor(evaluator, base, expected, visited) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
