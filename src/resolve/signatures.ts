/** Calls: which signature, what it expects of its arguments, and what it returns. */

import { FLAG_ASYNC, OP, opAt, operandAt } from '../model/expression.ts';
import {
  type ExpressionId,
  NO_EXPRESSION,
  type Parameter,
  type TypeParameter,
} from '../model/facts.ts';
import { type Declaration, modifierBits } from '../model/symbol.ts';
import {
  awaitedType,
  builtinMethod,
  builtinType,
  globalCall,
  iteratedType,
  letterType,
} from './builtins.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { infer } from './infer.ts';
import { basesOf, memberOf } from './members.ts';
import { type Environment, parameterKey, promiseOf, type Type, unionOf } from './types.ts';

/** One way a value can be called. */
export interface Signature {
  readonly file: number;
  /** The declaration whose type parameters it has; −1 for functions without a name. */
  readonly node: number;
  readonly parameters: readonly Pick<Parameter, 'type' | 'rest'>[];
  readonly typeParameters: readonly TypeParameter[];
  readonly returns: ExpressionId;
  /** What the body returns, where `returns` is not annotated. */
  readonly result: ExpressionId;
  readonly isAsync: boolean;
  readonly environment: Environment;
}

const ASYNC = modifierBits(['async']);

function hasBody(declaration: Declaration): boolean {
  return declaration.bodyStart < declaration.end;
}

/** The signatures of a value, in the order in which overloads are tried. */
export function signaturesOf(evaluator: Evaluator, type: Type | undefined): readonly Signature[] {
  switch (type?.form) {
    case 'value':
      return declaredSignatures(evaluator, type.node, type.environment);
    case 'function':
      return [lambdaSignature(evaluator, type)];
    case 'instance':
      return callableInstance(evaluator, type, new Set());
    case 'object': {
      const call = memberOf(evaluator, type, '()');
      return call === undefined ? [] : signaturesOf(evaluator, call.type());
    }
    case 'union':
      return type.types.flatMap((one) => signaturesOf(evaluator, one)).slice(0, 4);
    default:
      return [];
  }
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
  // `const f: Handler = …`: what is declared counts, not what is written.
  if (shape.type !== NO_EXPRESSION && declaration.kind === 'function') {
    const declared = signaturesOf(evaluator, evaluator.typeOf(file, shape.type, environment));
    if (declared.length > 0) return declared;
  }
  return callableGroup(evaluator, node).map((one) => {
    const { parameters, typeParameters, returns, value } = program.shape(one);
    const isAsync = (program.declaration(one).modifiers & ASYNC) !== 0;
    return {
      file,
      node: one,
      parameters,
      typeParameters,
      returns,
      result: value,
      isAsync,
      environment,
    };
  });
}

/** The overloads that callers see: signatures without a body where there are any, else the one body. */
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
  return signatures.length > 0 ? signatures : [node];
}

/** A class's constructor, or the nearest inherited one. */
function constructorSignatures(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Signature[] {
  const { program } = evaluator;
  let current = node;
  for (let depth = 0; depth < 20; depth++) {
    const [found] = program.childrenNamed(current, 'constructor');
    if (found !== undefined) {
      const signatures = declaredSignatures(evaluator, found, environment);
      const { typeParameters } = program.shape(current);
      return signatures.map((signature) => ({ ...signature, node: current, typeParameters }));
    }
    const base = basesOf(evaluator, current, environment)[0];
    if (base?.form !== 'instance') return [];
    current = base.node;
  }
  return [];
}

function lambdaSignature(
  evaluator: Evaluator,
  type: Type & { readonly form: 'function' },
): Signature {
  const table = evaluator.table(type.file);
  const isType = opAt(table, type.expression) === OP.functionType;
  const result = operandAt(table, type.expression, 0);
  return {
    file: type.file,
    node: -1,
    parameters: operandsFrom(table, type.expression, 2).map((parameter) => ({
      type: parameter,
      rest: false,
    })),
    typeParameters: [],
    returns: isType ? result : NO_EXPRESSION,
    result: isType ? NO_EXPRESSION : result,
    isAsync: (operandAt(table, type.expression, 1) & FLAG_ASYNC) !== 0,
    environment: type.environment,
  };
}

/** An interface or object type with call signatures, its own or inherited. */
function callableInstance(
  evaluator: Evaluator,
  type: Type & { readonly form: 'instance' },
  visited: Set<number>,
): readonly Signature[] {
  if (visited.has(type.node)) return [];
  visited.add(type.node);
  const { program } = evaluator;
  const environment = evaluator.environmentOf(type.node, type.args);
  const shape = program.shape(type.node);
  const file = program.fileOf(type.node);
  if (program.declaration(type.node).kind === 'interface' && shape.type !== NO_EXPRESSION) {
    const found = signaturesOf(evaluator, evaluator.typeOf(file, shape.type, environment));
    if (found.length > 0) return found;
  }
  for (const base of basesOf(evaluator, type.node, environment)) {
    const found =
      base.form === 'instance'
        ? callableInstance(evaluator, base, visited)
        : signaturesOf(evaluator, base);
    if (found.length > 0) return found;
  }
  return [];
}

interface CallParts {
  readonly callee: ExpressionId;
  readonly types: readonly ExpressionId[];
  readonly args: readonly ExpressionId[];
}

function callParts(evaluator: Evaluator, file: number, call: ExpressionId): CallParts {
  const table = evaluator.table(file);
  const count = operandAt(table, call, 1);
  const rest = operandsFrom(table, call, 2);
  return {
    callee: operandAt(table, call, 0),
    types: rest.slice(0, count),
    args: rest.slice(count),
  };
}

/** What a call gives. */
export function callResult(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  environment: Environment,
): Type | undefined {
  const parts = callParts(evaluator, file, call);
  const argument = (index: number): Type | undefined => {
    const expression = parts.args[index];
    return expression === undefined ? undefined : evaluator.typeOf(file, expression, environment);
  };
  const table = evaluator.table(file);
  if (opAt(table, parts.callee) === OP.member) {
    const owner = evaluator.typeOf(file, operandAt(table, parts.callee, 0), environment);
    const method = evaluator.string(file, operandAt(table, parts.callee, 1));
    if (owner?.form === 'global') {
      return globalCall(owner.name, method, [argument(0), argument(1)]);
    }
  }
  const callee = evaluator.typeOf(file, parts.callee, environment);
  if (callee?.form === 'builtinMethod') {
    return builtinResult(evaluator, callee, argument);
  }
  const signature = chooseSignature(signaturesOf(evaluator, callee), parts.args.length);
  if (signature === undefined) return undefined;
  return resultOf(evaluator, signature, inferred(evaluator, signature, file, parts, environment));
}

/** `ReturnType<F>`: what calling a value of a type gives. */
callResult.ofType = (evaluator: Evaluator, type: Type): Type | undefined => {
  const [signature] = signaturesOf(evaluator, type);
  return signature === undefined
    ? undefined
    : resultOf(evaluator, signature, signature.environment);
};

function builtinResult(
  evaluator: Evaluator,
  callee: Type & { readonly form: 'builtinMethod' },
  argument: (index: number) => Type | undefined,
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
  const result = (): Type | undefined => {
    const callback = argument(0);
    const given = callback === undefined ? undefined : callResult.ofType(evaluator, callback);
    return callee.method === 'flatMap' ? iteratedType(given) : given;
  };
  return letterType(method.returns, { owner: callee.owner, result, second: () => argument(1) });
}

/** The first overload that takes so many arguments. */
function chooseSignature(signatures: readonly Signature[], count: number): Signature | undefined {
  return (
    signatures.find(
      ({ parameters }) =>
        parameters.length >= count || parameters.some((parameter) => parameter.rest),
    ) ?? signatures[0]
  );
}

function resultOf(
  evaluator: Evaluator,
  signature: Signature,
  environment: Environment,
): Type | undefined {
  if (signature.returns !== NO_EXPRESSION) {
    return evaluator.typeOf(signature.file, signature.returns, environment);
  }
  evaluator.inferred = true;
  const result = evaluator.typeOf(signature.file, signature.result, environment);
  return signature.isAsync ? promiseOf(awaitedType(result)) : result;
}

/** The signature's type parameters as a call binds them: written out, or inferred from arguments. */
function inferred(
  evaluator: Evaluator,
  signature: Signature,
  file: number,
  parts: CallParts,
  environment: Environment,
): Environment {
  const { typeParameters, node } = signature;
  if (typeParameters.length === 0) return signature.environment;
  const bound = new Map(signature.environment);
  typeParameters.forEach(({ name }, index) => {
    const written = parts.types[index];
    const type = written === undefined ? undefined : evaluator.typeOf(file, written, environment);
    if (type !== undefined) bound.set(parameterKey(node, name), type);
  });
  if (parts.types.length === 0) {
    parts.args.forEach((argument, index) => {
      const parameter = parameterAt(signature, index);
      if (parameter === undefined || parameter.type === NO_EXPRESSION) return;
      const type = evaluator.typeOf(file, argument, environment);
      if (type !== undefined) infer(evaluator, signature.file, parameter.type, type, bound);
    });
  }
  for (const parameter of typeParameters) {
    const key = parameterKey(node, parameter.name);
    if (bound.has(key)) continue;
    const fallback = evaluator.typeOf(signature.file, parameter.default, bound);
    if (fallback !== undefined) bound.set(key, fallback);
  }
  return bound;
}

function parameterAt(
  signature: Signature,
  index: number,
): Signature['parameters'][number] | undefined {
  const { parameters } = signature;
  return (
    parameters[index] ??
    (parameters[parameters.length - 1]?.rest ? parameters[parameters.length - 1] : undefined)
  );
}

/** What `new X(…)` gives: an instance, with type arguments written out or inferred. */
export function constructResult(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  environment: Environment,
): Type | undefined {
  const parts = callParts(evaluator, file, call);
  const callee = evaluator.typeOf(file, parts.callee, environment);
  const types = parts.types.map((type) => evaluator.typeOf(file, type, environment));
  if (callee?.form === 'global') return builtinType(callee.name, types);
  if (callee?.form !== 'value') return constructed(evaluator, callee);
  const { typeParameters } = evaluator.program.shape(callee.node);
  if (typeParameters.length === 0 || types.length > 0)
    return evaluator.instanceOf(callee.node, types);
  const signature = chooseSignature(signaturesOf(evaluator, callee), parts.args.length);
  const bound = signature && inferred(evaluator, signature, file, parts, environment);
  const args = typeParameters.map(({ name }) => bound?.get(parameterKey(callee.node, name)));
  return evaluator.instanceOf(callee.node, args);
}

/** What `new` makes of a value: an instance of a class, the result of a constructor type. */
export function constructed(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form === 'value') return evaluator.instanceOf(type.node, []);
  if (type?.form !== 'function' && type?.form !== 'instance' && type?.form !== 'object')
    return undefined;
  return callResult.ofType(evaluator, type);
}

/** What a call expects as one of its arguments. */
export function expectedArgument(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  index: number,
  environment: Environment,
): Type | undefined {
  const op = opAt(evaluator.table(file), call);
  if (op !== OP.call && op !== OP.construct) return undefined;
  const parts = callParts(evaluator, file, call);
  const callee = evaluator.typeOf(file, parts.callee, environment);
  if (callee?.form === 'builtinMethod') {
    // Its callbacks are described by letters; parameterType asks for them.
    return index === 0 ? callee : undefined;
  }
  const types: Type[] = [];
  for (const signature of signaturesOf(evaluator, callee)) {
    const parameter = parameterAt(signature, index);
    if (parameter === undefined) continue;
    const bound = inferred(evaluator, signature, file, parts, environment);
    const type = evaluator.typeOf(signature.file, parameter.type, bound);
    const one =
      parameter.rest && index >= signature.parameters.length - 1 ? iteratedType(type) : type;
    if (one !== undefined) types.push(one);
  }
  return unionOf(types);
}

/** The type of a function's parameter, by position. */
export function parameterType(
  evaluator: Evaluator,
  type: Type | undefined,
  index: number,
): Type | undefined {
  if (type?.form === 'builtinMethod') return builtinParameter(type, index);
  for (const signature of signaturesOf(evaluator, type)) {
    const parameter = parameterAt(signature, index);
    const found =
      parameter && evaluator.typeOf(signature.file, parameter.type, signature.environment);
    if (found !== undefined) return found;
  }
  return undefined;
}

function builtinParameter(
  type: Type & { readonly form: 'builtinMethod' },
  index: number,
): Type | undefined {
  const owner =
    type.owner.form === 'tuple' ? 'Array' : type.owner.form === 'builtin' ? type.owner.name : '';
  const letter = builtinMethod(owner, type.method)?.callback?.[index];
  if (letter === undefined) return undefined;
  // Inside the callback its own result is not known yet.
  return letterType(letter, {
    owner: type.owner,
    result: () => undefined,
    second: () => undefined,
  });
}
