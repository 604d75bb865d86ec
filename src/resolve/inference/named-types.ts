/**
 * Resolves types that have a name: classes, interfaces, aliases, and the globals that builtins.ts
 * knows.
 */
import { OP, opAt, operandAt } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import { resultOfType } from '../calls.ts';
import { builtinType } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import { signaturesOf } from './signatures.ts';
import { EMPTY, type Environment, parameterKey, type Type } from './types.ts';

const GLOBAL = modifierBits(['global']);

/** Returns a named type with its arguments. */
export function namedType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const entity = operandAt(evaluator.table(file), expression, 0);
  const args = evaluator.all(file, expression, 1, environment);
  const isFree = opAt(evaluator.table(file), entity) === OP.free;
  const name = isFree ? evaluator.string(file, operandAt(evaluator.table(file), entity, 0)) : '';
  const builtin = isFree ? globalType(evaluator, name, args) : undefined;
  // A project that adds members to `Array` does not replace it.
  if (builtin !== undefined && evaluator.ambient(file, name).length === 0) return builtin;
  for (const node of evaluator.symbolsOf(file, entity, 'type', environment)) {
    // The same where it adds them: `declare global { interface Array<T> { other: Array<T> } }`.
    const { name: declared, modifiers } = evaluator.program.declaration(node);
    const added = (modifiers & GLOBAL) === 0 ? undefined : globalType(evaluator, declared, args);
    if (added !== undefined) return added;
    const type = instanceOf(evaluator, node, args);
    if (type !== undefined) return type;
  }
  return builtin;
}

function globalType(
  evaluator: Evaluator,
  name: string,
  args: readonly (Type | undefined)[],
): Type | undefined {
  if (name === 'ReturnType') return resultOfType(evaluator, args[0]);
  if (name === 'Parameters') return parametersOfType(evaluator, args[0]);
  if (name === 'InstanceType') {
    const [type] = args;
    return type?.form === 'value' ? instanceOf(evaluator, type.node, []) : undefined;
  }
  return builtinType(name, args);
}

/** Returns the parameters of a function type as a tuple. */
function parametersOfType(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  const [signature] = signaturesOf(evaluator, type);
  if (signature === undefined) return undefined;
  const { file, parameters, environment } = signature;
  return {
    form: 'tuple',
    types: parameters.map((one) => evaluator.typeOf(file, one.type, environment)),
  };
}

/**
 * Returns a value of a declared type. A type alias yields its target, unless that is an object type
 * of its own.
 */
export function instanceOf(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
): Type | undefined {
  const { kind } = evaluator.program.declaration(node);
  if (/^(class|interface|enum|function|namespace)$/.test(kind)) {
    return { form: 'instance', node, args: withDefaults(evaluator, node, args) };
  }
  if (kind === 'enumMember') return undefined;
  if (kind === 'variable') return aliasedType(evaluator, node, args);
  if (kind !== 'typeAlias') return undefined;
  // In other languages a defined type has members of its own and those of the underlying type.
  if (!evaluator.program.hasStrictStatics(node))
    return { form: 'instance', node, args: withDefaults(evaluator, node, args) };
  const environment = environmentOf(evaluator, node, withDefaults(evaluator, node, args));
  const file = evaluator.program.fileOf(node);
  const { type } = evaluator.program.shape(node);
  if (type === NO_EXPRESSION) return undefined;
  const op = opAt(evaluator.table(file), type);
  if (op === OP.membersOf || op === OP.intersection)
    return { form: 'instance', node, args: withDefaults(evaluator, node, args) };
  return evaluator.typeOf(file, type, environment);
}

/**
 * Returns the type that a variable is another name of: `Alias = Class`, or a type with arguments.
 */
function aliasedType(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
): Type | undefined {
  if (evaluator.isAnnotated(node)) return undefined;
  const { value } = evaluator.program.shape(node);
  const file = evaluator.program.fileOf(node);
  if (value !== NO_EXPRESSION && opAt(evaluator.table(file), value) === OP.typeOf)
    return evaluator.typeOf(file, value, environmentOf(evaluator, node, args));
  const type = evaluator.typeOfSymbol(node, EMPTY);
  const isClass =
    type?.form === 'value' && evaluator.program.declaration(type.node).kind === 'class';
  return isClass ? instanceOf(evaluator, type.node, args) : undefined;
}

function withDefaults(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
): readonly (Type | undefined)[] {
  const { typeParameters } = evaluator.program.shape(node);
  if (args.length >= typeParameters.length) return args;
  const file = evaluator.program.fileOf(node);
  return typeParameters.map(
    (parameter, index) => args[index] ?? evaluator.typeOf(file, parameter.default),
  );
}

/** Binds the type parameters of a symbol to arguments. Parameters without an argument stay open. */
export function environmentOf(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
): Environment {
  const { typeParameters } = evaluator.program.shape(node);
  if (typeParameters.length === 0) return EMPTY;
  const environment = new Map<string, Type>();
  typeParameters.forEach(({ name }, index) => {
    const type = args[index];
    if (type !== undefined) environment.set(parameterKey(node, name), type);
  });
  return environment;
}
