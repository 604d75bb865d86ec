/** Resolves calls: the chosen signature, its expected arguments, and its result. */

import {
  FLAG_ASYNC,
  FLAG_RECEIVER,
  FLAG_REST,
  OP,
  opAt,
  operandAt,
  REQUIRED_SHIFT,
} from '../../model/expression.ts';
import {
  type ExpressionId,
  NO_EXPRESSION,
  type Parameter,
  type TypeParameter,
} from '../../model/facts.ts';
import { type Declaration, modifierBits } from '../../model/symbol.ts';
import { atLeast } from './at-least.ts';
import { basesOf } from './bases.ts';
import { wholeOf } from './declared-members.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { memberOf } from './members.ts';
import { type Environment, ownParameterKey, parameterKey, type Type } from './types.ts';

/** A type parameter that a call binds. */
interface OpenParameter {
  /** Its key in an {@link Environment}. */
  readonly key: string;
  readonly default: ExpressionId;
}

/** One way a value can be called. */
export interface Signature {
  readonly file: number;
  readonly parameters: readonly Pick<Parameter, 'type' | 'rest'>[];
  /** Number of arguments that a call must have; 0 if unknown. */
  readonly required: number;
  /** The type of `this` inside, if it is stated. */
  readonly receiver: ExpressionId;
  readonly typeParameters: readonly OpenParameter[];
  readonly returns: ExpressionId;
  /** Result of the body, if `returns` is not annotated. */
  readonly result: ExpressionId;
  readonly isAsync: boolean;
  readonly environment: Environment;
}

const ASYNC = modifierBits(['async']);

function hasBody(declaration: Declaration): boolean {
  return declaration.bodyStart < declaration.end;
}

/** Entry names in an object type for a call signature and for a construct signature. */
export type SignatureName = '()' | 'new()';

/** Maximum number of signatures of one value that are followed. */
const SIGNATURES_MAX = 32;

/** Returns the signatures of a value, in the order in which overloads are tried. */
export function signaturesOf(
  evaluator: Evaluator,
  type: Type | undefined,
  name: SignatureName = '()',
): readonly Signature[] {
  if (type === undefined || !evaluator.enter()) return [];
  const signatures = signaturesInside(evaluator, type, name);
  evaluator.leave();
  return signatures.slice(0, SIGNATURES_MAX);
}

function signaturesInside(
  evaluator: Evaluator,
  type: Type,
  name: SignatureName,
): readonly Signature[] {
  switch (type.form) {
    case 'value':
      return declaredSignatures(evaluator, type.node, type.environment);
    case 'function':
      return [lambdaSignature(evaluator, type)];
    case 'instance': {
      const declared = callableInstance(evaluator, type, name, new Set());
      if (declared.length > 0 || evaluator.program.hasStrictStatics(type.node)) return declared;
      // Python calls the method of a called object.
      return signaturesOf(evaluator, memberOf(evaluator, type, '__call__')?.type());
    }
    case 'object':
      return objectEntries(evaluator, type, name).flatMap((entry) =>
        signaturesOf(evaluator, entry, name),
      );
    case 'union': {
      // Of a class and a function, as in `T & ((…) => InstanceType<T>)`, the function is called.
      const functions = type.types.filter((one) => !isClass(evaluator, one));
      return (functions.length === 0 ? type.types : functions)
        .flatMap((one) => signaturesOf(evaluator, one, name))
        .slice(0, 4);
    }
    case 'parameter':
      return signaturesOf(evaluator, atLeast(evaluator, type), name);
    default:
      return [];
  }
}

function isClass({ program }: Evaluator, type: Type): boolean {
  return type.form === 'value' && program.declaration(type.node).kind === 'class';
}

function declaredSignatures(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Signature[] {
  const { program } = evaluator;
  const declaration = program.declaration(node);
  const shape = program.shape(node);
  const file = program.fileOf(node);
  if (declaration.kind === 'class') return constructorSignatures(evaluator, node, environment);
  // `const f: Handler = …`: the declared type takes precedence over the function.
  if (shape.type !== NO_EXPRESSION && declaration.kind === 'function') {
    const declared = signaturesOf(evaluator, evaluator.typeOf(file, shape.type, environment));
    if (declared.length > 0) return declared;
  }
  const statesSelf = declaration.kind === 'method' && program.hasStrictStatics(node);
  return callableGroup(evaluator, node).map((one) => {
    const { parameters, typeParameters, returns, value } = program.shape(one);
    const isAsync = (program.declaration(one).modifiers & ASYNC) !== 0;
    return {
      file,
      parameters,
      required: parameters.filter(({ required }) => required === true).length,
      receiver: statesSelf ? program.shape(one).type : NO_EXPRESSION,
      typeParameters: openParameters(one, typeParameters),
      returns,
      result: value,
      isAsync,
      environment,
    };
  });
}

function openParameters(
  node: number,
  parameters: readonly TypeParameter[],
): readonly OpenParameter[] {
  return parameters.map((one) => ({ key: parameterKey(node, one.name), default: one.default }));
}

/**
 * Returns the overloads visible to callers: the signatures without a body if there are any, else
 * the one with a body. Where overloads are methods of their own, each has a body.
 */
function callableGroup(evaluator: Evaluator, node: number): readonly number[] {
  const { program } = evaluator;
  const { kind } = program.declaration(node);
  if (!/^(function|method|constructor)$/.test(kind)) return [node];
  const group = program
    .merged(node)
    .filter(
      (one) =>
        program.declaration(one).kind === kind && program.isStatic(one) === program.isStatic(node),
    );
  if (group.length <= 1) return [node];
  const signatures = group.filter((one) => !hasBody(program.declaration(one)));
  if (signatures.length > 0) return signatures;
  return program.hasOverloads(node) ? [node, ...group.filter((one) => one !== node)] : [node];
}

/** Returns the signatures of a class's constructor, or of the nearest inherited one. */
function constructorSignatures(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Signature[] {
  const { program } = evaluator;
  let current = node;
  for (let depth = 0; depth < 20; depth++) {
    const [found] = program.constructorsOf(current);
    if (found !== undefined) {
      const signatures = declaredSignatures(evaluator, found, environment);
      const typeParameters = openParameters(current, program.shape(current).typeParameters);
      return signatures.map((signature) => ({ ...signature, typeParameters }));
    }
    const base = basesOf(evaluator, current, environment).find(({ form }) => form === 'instance');
    if (base?.form !== 'instance') return [];
    current = base.node;
  }
  return [];
}

export function parameterAt(
  { parameters }: Signature,
  index: number,
): Signature['parameters'][number] | undefined {
  const last = parameters[parameters.length - 1];
  return parameters[index] ?? (last?.rest ? last : undefined);
}

function lambdaSignature(
  evaluator: Evaluator,
  { file, expression, environment }: Type & { readonly form: 'function' },
): Signature {
  const table = evaluator.table(file);
  const isGeneric = opAt(table, expression) === OP.generic;
  const type = isGeneric ? operandAt(table, expression, 0) : expression;
  const own = isGeneric ? operandsFrom(table, expression, 1) : [];
  const isType = opAt(table, type) === OP.functionType;
  const result = operandAt(table, type, 0);
  const flags = operandAt(table, type, 1);
  const hasReceiver = (flags & FLAG_RECEIVER) !== 0;
  return {
    file,
    receiver: hasReceiver ? operandAt(table, type, 2) : NO_EXPRESSION,
    required: Math.max(0, (flags >> REQUIRED_SHIFT) - 1),
    parameters: operandsFrom(table, type, hasReceiver ? 3 : 2).map((parameter, index, all) => ({
      type: parameter,
      rest: index === all.length - 1 && (flags & FLAG_REST) !== 0,
    })),
    typeParameters: own.flatMap((parameter, index) =>
      index % 2 === 0
        ? { key: ownParameterKey(file, parameter), default: own[index + 1] ?? NO_EXPRESSION }
        : [],
    ),
    returns: isType ? result : NO_EXPRESSION,
    result: isType ? NO_EXPRESSION : result,
    isAsync: (flags & FLAG_ASYNC) !== 0,
    environment,
  };
}

/** Returns the call signatures of an interface or object type, its own or inherited. */
function callableInstance(
  evaluator: Evaluator,
  type: Type & { readonly form: 'instance' },
  name: SignatureName,
  visited: Set<number>,
): readonly Signature[] {
  if (visited.has(type.node)) return [];
  visited.add(type.node);
  const { program } = evaluator;
  const environment = evaluator.environmentOf(type.node, type.args);
  const own = wholeOf(evaluator, type.node).flatMap((one) => {
    const { kind } = program.declaration(one);
    const { type, value } = program.shape(one);
    const unnamed = kind === 'interface' ? type : kind === 'typeAlias' ? value : NO_EXPRESSION;
    if (unnamed === NO_EXPRESSION) return [];
    return signaturesOf(
      evaluator,
      evaluator.typeOf(program.fileOf(one), unnamed, environment),
      name,
    );
  });
  if (own.length > 0) return own;
  for (const base of basesOf(evaluator, type.node, environment)) {
    const found =
      base.form === 'instance'
        ? callableInstance(evaluator, base, name, visited)
        : signaturesOf(evaluator, base, name);
    if (found.length > 0) return found;
  }
  return name === '()' ? onlyMethod(evaluator, type.node, environment) : [];
}

/** Returns the signature of an interface's only method without a body, which a lambda implements. */
function onlyMethod(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Signature[] {
  const { program } = evaluator;
  if (program.declaration(node).kind !== 'interface' || program.hasStrictStatics(node)) return [];
  const open = new Set([...program.childrenOf(node).values()].flat()).values();
  const [method, ...others] = [...open].filter((child) => {
    const declaration = program.declaration(child);
    return declaration.kind === 'method' && !hasBody(declaration);
  });
  return method === undefined || others.length > 0
    ? []
    : declaredSignatures(evaluator, method, environment);
}

/**
 * Returns the types of all entries of one name: an object type may have several call signatures.
 */
function objectEntries(
  evaluator: Evaluator,
  { file, expression, environment }: Type & { readonly form: 'object' },
  name: string,
): readonly Type[] {
  const table = evaluator.table(file);
  if (opAt(table, expression) === OP.mapped) return [];
  const operands = operandsFrom(table, expression, 0);
  const types: Type[] = [];
  for (let entry = 0; entry + 1 < operands.length; entry += 2) {
    if (evaluator.string(file, operands[entry] ?? 0) !== name) continue;
    const type = evaluator.typeOf(file, operands[entry + 1] ?? NO_EXPRESSION, environment);
    if (type !== undefined) types.push(type);
  }
  return types;
}
