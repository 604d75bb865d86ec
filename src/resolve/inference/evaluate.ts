/**
 * Evaluates an expression by its operation. {@link Evaluator} caches the result and enforces the
 * limits.
 */
import { at } from '../../base/assert.ts';
import { OP, opAt, operandAt } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import {
  callResult,
  constructResult,
  expectedArgument,
  parameterType,
  receiverType,
} from '../calls.ts';
import { extensionType } from '../extensions.ts';
import { scopedMethodType } from '../scoped-methods.ts';
import { atLeast } from './at-least.ts';
import { baseType } from './bases.ts';
import { builtinType } from './builtins.ts';
import { conditionalType } from './conditional.ts';
import { type Denotation, importedDenotations, operandsFrom } from './denotation.ts';
import { memberTypeOn } from './descriptors.ts';
import type { Evaluator } from './evaluator.ts';
import { awaitedOf, elementOf, iteratedOf } from './iteration.ts';
import { memberOf, memberParts } from './members.ts';
import { namedType } from './named-types.ts';
import { assertedType } from './predicates.ts';
import { selfType, typeOfSymbol } from './symbol-types.ts';
import {
  arrayOf,
  EMPTY,
  type Environment,
  literalText,
  literalType,
  ownParameterKey,
  parameterKey,
  promiseOf,
  type Type,
  unionOf,
} from './types.ts';

export function evaluate(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const table = evaluator.table(file);
  const operand = (index: number): number => operandAt(table, expression, index);
  const inner = (index: number): Type | undefined =>
    evaluator.typeOf(file, operand(index), environment);
  switch (opAt(table, expression)) {
    case OP.declaration:
      return typeOfSymbol(evaluator, evaluator.program.nodeOf(file, operand(0)), environment);
    case OP.binding:
      return typeOfFirst(evaluator, evaluator.denotations(file, operand(0)));
    case OP.free:
      return typeOfFree(evaluator, file, evaluator.string(file, operand(0)));
    case OP.self:
    case OP.selfType:
    case OP.membersOf:
      return selfType(evaluator, evaluator.program.nodeOf(file, operand(0)), environment);
    case OP.parent:
      return baseType(evaluator, evaluator.program.nodeOf(file, operand(0)), environment);
    case OP.staticParent:
      return staticBaseType(evaluator, evaluator.program.nodeOf(file, operand(0)), environment);
    case OP.member:
      return memberType(evaluator, file, expression, environment);
    case OP.element:
    case OP.elementOf:
      return elementOf(evaluator, inner(0));
    case OP.call:
      return callResult(evaluator, file, expression, environment);
    case OP.construct:
      return constructResult(evaluator, file, expression, environment);
    case OP.awaited:
      return awaitedOf(evaluator, atLeast(evaluator, inner(0)));
    case OP.ofType:
    case OP.typeOf:
      return inner(0);
    case OP.expected:
    case OP.parameter:
      return inferredType(evaluator, file, expression, environment);
    case OP.asserted:
      return assertedType(evaluator, file, operand(0), operand(1), environment);
    case OP.receiver:
      return receiverType(evaluator, inner(0));
    case OP.extension:
      return extensionType(evaluator, file, expression, environment);
    case OP.scopedMethod:
      return scopedMethodType(evaluator, file, expression, environment);
    case OP.firstOf:
      return firstKnown(evaluator, file, expression, environment);
    case OP.either:
    case OP.intersection:
      return unionOf(evaluator.all(file, expression, 0, environment));
    case OP.array:
      return arrayOrTuple(evaluator.all(file, expression, 0, environment));
    case OP.iterated:
      return iteratedOf(evaluator, atLeast(evaluator, inner(0)));
    case OP.module:
      return importedModule(evaluator, file, operand(0));
    case OP.lambda:
    case OP.functionType:
    case OP.generic:
      return { form: 'function', file, expression, environment };
    case OP.object:
    case OP.objectType:
    case OP.mapped:
      return { form: 'object', file, expression, environment };
    default:
      return evaluateType(evaluator, file, expression, environment);
  }
}

function evaluateType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const table = evaluator.table(file);
  const operand = (index: number): number => operandAt(table, expression, index);
  const inner = (index: number): Type | undefined =>
    evaluator.typeOf(file, operand(index), environment);
  switch (opAt(table, expression)) {
    case OP.indexed:
      return memberOf(evaluator, inner(0), evaluator.string(file, operand(1)))?.type();
    case OP.union:
      return declaredUnion(evaluator.all(file, expression, 0, environment));
    case OP.predicate:
      return builtinType('Boolean', []);
    case OP.literal:
      return literalType(evaluator.string(file, operand(0)));
    case OP.keyed:
      return keyedMember(evaluator, inner(0), inner(1));
    case OP.tuple:
      return tupleType(evaluator, file, expression, environment);
    case OP.arrayOf:
      return arrayOf(inner(0));
    case OP.named:
      return namedType(evaluator, file, expression, environment);
    case OP.typeParameter:
      return typeParameter(evaluator, file, expression, environment);
    case OP.conditional:
      return conditionalType(evaluator, file, expression, environment);
    case OP.ownParameter:
      return environment.get(ownParameterKey(file, expression)) ?? inner(1);
    default:
      return undefined;
  }
}

/** Returns a tuple. What follows parts of an unknown number has no known position. */
function tupleType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type {
  const table = evaluator.table(file);
  const types: (Type | undefined)[] = [];
  for (const part of operandsFrom(table, expression, 0)) {
    const isRest = opAt(table, part) === OP.rest;
    const type = evaluator.typeOf(file, isRest ? operandAt(table, part, 0) : part, environment);
    if (!isRest) types.push(type);
    else if (type?.form !== 'tuple')
      return { form: 'tuple', types, rest: iteratedOf(evaluator, type) ?? null };
    else {
      types.push(...type.types);
      if (type.rest !== undefined) return { form: 'tuple', types, rest: type.rest };
    }
  }
  return { form: 'tuple', types };
}

/** Returns the base class of a class as a value. */
function staticBaseType(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const base = baseType(evaluator, node, environment);
  if (base?.form === 'parent') return base;
  return base?.form === 'instance'
    ? { form: 'value', node: base.node, environment: EMPTY }
    : undefined;
}

/** Returns the type of a value that depends on how it is used. */
function inferredType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  evaluator.inferred = true;
  const table = evaluator.table(file);
  const of = operandAt(table, expression, 0);
  const index = operandAt(table, expression, 1);
  return opAt(table, expression) === OP.expected
    ? expectedArgument(evaluator, file, of, index, environment)
    : parameterType(evaluator, evaluator.typeOf(file, of, environment), index);
}

function typeParameter(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type {
  const table = evaluator.table(file);
  const node = evaluator.program.nodeOf(file, operandAt(table, expression, 0));
  const name = evaluator.string(file, operandAt(table, expression, 1));
  return environment.get(parameterKey(node, name)) ?? { form: 'parameter', node, name };
}

function memberType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const { object, name, count } = memberParts(evaluator, file, expression);
  // A member assigned to a variable or function (`app.use = …`) is a child of that symbol.
  for (const node of evaluator.symbolsOf(file, object, 'value', environment)) {
    const child = evaluator.program.membersNamed(node, name)[0];
    if (child !== undefined && evaluator.ownsMembers(node) && !evaluator.isAnnotated(node))
      return typeOfSymbol(evaluator, child, environment);
  }
  const type = evaluator.typeOf(file, object, environment);
  const member = memberOf(evaluator, type, name, 'value', count);
  return member === undefined ? undefined : memberTypeOn(evaluator, type, member);
}

/** Returns the type of the first alternative that is a symbol or has a type. */
function firstKnown(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const { inferred } = evaluator;
  for (const one of operandsFrom(evaluator.table(file), expression, 0)) {
    const type = evaluator.typeOf(file, one, environment);
    if (type !== undefined && type.form !== 'global') return type;
    if (evaluator.symbolsOf(file, one, 'value', environment).length > 0) return type;
    // A failed inference does not affect the evidence of later alternatives.
    evaluator.inferred = inferred;
  }
  return undefined;
}

function typeOfFree(evaluator: Evaluator, file: number, name: string): Type | undefined {
  const ambient = evaluator.ambient(file, name);
  if (ambient.length > 0) return typeOfFirst(evaluator, ambient);
  const [declared] = evaluator.globalsNamed(file, name, 'value');
  const type = declared === undefined ? undefined : evaluator.typeOfSymbol(declared, EMPTY);
  return type ?? { form: 'global', name };
}

function typeOfFirst(evaluator: Evaluator, denotations: readonly Denotation[]): Type | undefined {
  for (const denotation of denotations) {
    const type = evaluator.typeOfDenotation(denotation);
    if (type !== undefined) return type;
  }
  return undefined;
}

function importedModule(evaluator: Evaluator, file: number, module: number): Type | undefined {
  const [whole] = importedDenotations(evaluator.program, file, module, '=');
  if (whole === undefined) return undefined;
  const isDynamic = at(evaluator.program.facts(file).imports, module).form === 'dynamic';
  const type = evaluator.typeOfDenotation(whole);
  return isDynamic ? promiseOf(type) : type;
}

/** Returns a declared union. String literals beside other types have no members of interest. */
function declaredUnion(types: readonly (Type | undefined)[]): Type | undefined {
  const others = types.filter((type) => literalText(type) === undefined);
  return unionOf(others.every((type) => type === undefined) ? types : others);
}

/** Returns the type of `T[K]`: of the members that K names, or else of any element. */
function keyedMember(
  evaluator: Evaluator,
  type: Type | undefined,
  key: Type | undefined,
): Type | undefined {
  const keys = key?.form === 'union' ? key.types : [key];
  const names = keys.flatMap((one) => literalText(one) ?? []);
  return names.length < keys.length
    ? elementOf(evaluator, type)
    : unionOf(names.map((name) => memberOf(evaluator, type, name)?.type()));
}

/** Short array literals become tuples, so that destructuring finds elements by position. */
function arrayOrTuple(types: readonly (Type | undefined)[]): Type {
  return types.length > 1 ? { form: 'tuple', types } : arrayOf(types[0]);
}
