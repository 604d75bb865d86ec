/** Resolves calls: their results and the expected types of their arguments. */
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../model/facts.ts';
import { basesOf } from './inference/bases.ts';
import { builtinParameter, builtinResult, secondArgument } from './inference/builtin-calls.ts';
import {
  awaitedType,
  builtinType,
  elementsOf,
  globalCall,
  iteratedType,
} from './inference/builtins.ts';
import { operandsFrom } from './inference/denotation.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { fittingSignatures } from './inference/fitting-signatures.ts';
import { infer } from './inference/infer.ts';
import { parameterAt, type Signature, signaturesOf } from './inference/signatures.ts';
import {
  type Environment,
  parameterKey,
  partOf,
  promiseOf,
  type Type,
  unionOf,
} from './inference/types.ts';

export interface CallParts {
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

/** Returns the type of each argument of a call, by position. */
function argumentTypes(
  evaluator: Evaluator,
  file: number,
  { args }: CallParts,
  environment: Environment,
): (index: number) => Type | undefined {
  return (index) => {
    const expression = args[index];
    return expression === undefined ? undefined : evaluator.typeOf(file, expression, environment);
  };
}

/** Returns the type of a call expression. */
export function callResult(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  environment: Environment,
): Type | undefined {
  const parts = callParts(evaluator, file, call);
  const argument = argumentTypes(evaluator, file, parts, environment);
  const table = evaluator.table(file);
  if (opAt(table, parts.callee) === OP.member) {
    const owner = evaluator.typeOf(file, operandAt(table, parts.callee, 0), environment);
    const method = evaluator.string(file, operandAt(table, parts.callee, 1));
    if (owner?.form === 'global') {
      return globalCall(owner.name, method, [argument(0), argument(1)]);
    }
  }
  const callee = calledType(evaluator, file, parts.callee, environment);
  if (callee?.form === 'builtinMethod') {
    const [written] = parts.types;
    return builtinResult(
      evaluator,
      { ...callee, second: secondArgument(evaluator, file, parts, environment) },
      argument,
      written === undefined ? undefined : evaluator.typeOf(file, written, environment),
    );
  }
  if (callee?.form === 'value' && makesInstances(evaluator, callee.node)) {
    return constructResult(evaluator, file, call, environment);
  }
  if (callee?.form === 'union') {
    const made = objectsOf(evaluator, callee.types);
    if (made !== undefined) return made;
  }
  if (
    callee?.form === 'value' &&
    evaluator.program.declaration(callee.node).kind === 'enumMember'
  ) {
    const owner = evaluator.program.parentOf(callee.node);
    return owner < 0 ? undefined : evaluator.instanceOf(owner, []);
  }
  if (callee?.form === 'instance' && namesType(evaluator, file, parts.callee, callee.node))
    return callee;
  const [signature] = fittingSignatures(
    evaluator,
    signaturesOf(evaluator, callee),
    argument,
    parts,
  );
  if (signature === undefined) return undefined;
  const receiver = returnsReceiver(evaluator, signature)
    ? callee?.form === 'instance'
      ? callee
      : receiverOf(evaluator, file, parts.callee, environment, signature.isAsync)
    : undefined;
  return (
    receiver ??
    resultOf(evaluator, signature, inferred(evaluator, signature, file, parts, environment))
  );
}

/**
 * Whether a function returns the object that it is called on: `this`, which in a subclass is the
 * subclass.
 */
function returnsReceiver(evaluator: Evaluator, signature: Signature): boolean {
  const isDeclared = signature.returns !== NO_EXPRESSION;
  const result = isDeclared ? signature.returns : signature.result;
  const op = result === NO_EXPRESSION ? OP.unknown : opAt(evaluator.table(signature.file), result);
  return op === (isDeclared ? OP.selfType : OP.self);
}

/** Returns the type of the object that a method is called on, if it is an instance. */
function receiverOf(
  evaluator: Evaluator,
  file: number,
  callee: ExpressionId,
  environment: Environment,
  isAwaited: boolean,
): Type | undefined {
  const table = evaluator.table(file);
  const op = opAt(table, callee);
  if (op !== OP.member && op !== OP.scopedMethod) return undefined;
  const receiver = evaluator.typeOf(file, operandAt(table, callee, 0), environment);
  // A class method makes an object of the class that it is called on.
  const isMade = receiver?.form === 'value' && makesInstances(evaluator, receiver.node);
  const isParent = receiver?.form === 'parent';
  const object = isMade || isParent ? evaluator.instanceOf(receiver.node, []) : receiver;
  if (object?.form !== 'instance' && object?.form !== 'parameter') return undefined;
  return isAwaited ? promiseOf(object) : object;
}

/**
 * Whether calling a class creates an instance, as in languages without `new`. In Go, the call is a
 * conversion.
 */
function makesInstances({ program }: Evaluator, node: number): boolean {
  const { kind } = program.declaration(node);
  return (kind === 'class' || kind === 'interface') && !program.hasStrictStatics(node);
}

/** Returns the objects that calling one of several classes makes; undefined if one is no class. */
function objectsOf(evaluator: Evaluator, types: readonly Type[]): Type | undefined {
  const made = types
    .filter(({ form }) => form !== 'global')
    .map((type) =>
      type.form === 'value' && makesInstances(evaluator, type.node)
        ? evaluator.instanceOf(type.node, [])
        : undefined,
    );
  return made.includes(undefined) ? undefined : unionOf(made);
}

/** Returns the type of a callee. Of a module and a function of one name, the function is called. */
function calledType(
  evaluator: Evaluator,
  file: number,
  callee: ExpressionId,
  environment: Environment,
): Type | undefined {
  const type = evaluator.typeOf(file, callee, environment);
  if (type?.form !== 'module') return type;
  const [node] = evaluator.symbolsOf(file, callee, 'value', environment);
  return node === undefined ? type : evaluator.typeOfSymbol(node, environment);
}

/** Whether a callee is the name of a defined type, not a value of that type: `Name(text)`. */
function namesType(
  evaluator: Evaluator,
  file: number,
  callee: ExpressionId,
  node: number,
): boolean {
  if (evaluator.program.declaration(node).kind !== 'typeAlias') return false;
  return evaluator.symbolsOf(file, callee, 'value').includes(node);
}

/** Returns the result type of calling a value of a type: `ReturnType<F>`. */
export function resultOfType(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  const [signature] = signaturesOf(evaluator, type);
  return signature === undefined
    ? undefined
    : resultOf(evaluator, signature, signature.environment);
}

export function resultOf(
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

/**
 * Returns the signature's type parameters as a call binds them: written out, or inferred from
 * arguments.
 */
function inferred(
  evaluator: Evaluator,
  signature: Signature,
  file: number,
  parts: CallParts,
  environment: Environment,
): Environment {
  const { typeParameters } = signature;
  if (typeParameters.length === 0) return signature.environment;
  const bound = new Map(signature.environment);
  typeParameters.forEach(({ key }, index) => {
    const written = parts.types[index];
    const type = written === undefined ? undefined : evaluator.typeOf(file, written, environment);
    if (type !== undefined) bound.set(key, type);
  });
  if (parts.types.length === 0) {
    parts.args.forEach((argument, index) => {
      const parameter = parameterAt(signature, index);
      if (parameter === undefined || parameter.type === NO_EXPRESSION) return;
      const type = evaluator.typeOf(file, argument, environment);
      if (type !== undefined) infer(evaluator, signature.file, parameter.type, type, bound);
    });
  }
  inferFromReceiver(evaluator, signature, file, parts, environment, bound);
  for (const parameter of typeParameters) {
    const { key } = parameter;
    if (bound.has(key) || parameter.default === NO_EXPRESSION) continue;
    const fallback = evaluator.typeOf(signature.file, parameter.default, new Map(bound));
    if (fallback !== undefined) bound.set(key, fallback);
  }
  return bound;
}

/** Binds type parameters that the type of `this` tells: `static make<T>(this: new () => T): T`. */
function inferFromReceiver(
  evaluator: Evaluator,
  { file: from, receiver }: Signature,
  file: number,
  { callee, types }: CallParts,
  environment: Environment,
  bound: Map<string, Type>,
): void {
  const table = evaluator.table(file);
  if (receiver === NO_EXPRESSION || types.length > 0 || opAt(table, callee) !== OP.member) return;
  const object = evaluator.typeOf(file, operandAt(table, callee, 0), environment);
  if (object !== undefined) infer(evaluator, from, receiver, object, bound);
}

/** Returns the type of `new X(…)`: an instance, with type arguments written out or inferred. */
export function constructResult(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  environment: Environment,
): Type | undefined {
  const parts = callParts(evaluator, file, call);
  const callee = evaluator.typeOf(file, parts.callee, environment);
  const types = parts.types.map((type) => evaluator.typeOf(file, type, environment));
  if (callee?.form === 'global') {
    const [first] = parts.args;
    const given = types.length > 0 || first === undefined;
    const made = given
      ? types
      : elementsOf(evaluator.typeOf(file, first, environment), callee.name);
    return builtinType(callee.name, made);
  }
  if (callee?.form !== 'value') return constructed(evaluator, callee);
  const { typeParameters } = evaluator.program.shape(callee.node);
  if (typeParameters.length === 0 || types.length > 0)
    return evaluator.instanceOf(callee.node, types);
  const signatures = signaturesOf(evaluator, callee);
  const argument = argumentTypes(evaluator, file, parts, environment);
  const [signature] = fittingSignatures(evaluator, signatures, argument, parts);
  const bound = signature && inferred(evaluator, signature, file, parts, environment);
  const args = typeParameters.map(({ name }) => bound?.get(parameterKey(callee.node, name)));
  return evaluator.instanceOf(callee.node, args);
}

/**
 * Returns the type that `new` creates from a value: an instance of a class, or the result of a
 * constructor type.
 */
export function constructed(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form === 'value') return evaluator.instanceOf(type.node, []);
  if (type?.form === 'union') return unionOf(type.types.map((one) => constructed(evaluator, one)));
  if (type?.form !== 'function' && type?.form !== 'instance' && type?.form !== 'object')
    return undefined;
  if (type.form === 'instance') {
    // Of `type T = typeof X & { more: … }`, X is what `new` creates.
    const environment = evaluator.environmentOf(type.node, type.args);
    const part = basesOf(evaluator, type.node, environment).find(({ form }) => form === 'value');
    if (part !== undefined) return constructed(evaluator, part);
  }
  const [signature] = signaturesOf(evaluator, type, 'new()');
  return signature === undefined
    ? resultOfType(evaluator, type)
    : resultOf(evaluator, signature, signature.environment);
}

/** Returns the signatures that a call may use, with their type parameters as the call binds them. */
export function calledSignatures(
  evaluator: Evaluator,
  file: number,
  call: ExpressionId,
  environment: Environment,
): readonly { readonly signature: Signature; readonly bound: () => Environment }[] {
  if (opAt(evaluator.table(file), call) !== OP.call) return [];
  const parts = callParts(evaluator, file, call);
  const argument = argumentTypes(evaluator, file, parts, environment);
  const signatures = signaturesOf(evaluator, evaluator.typeOf(file, parts.callee, environment));
  return fittingSignatures(evaluator, signatures, argument, parts).map((signature) => ({
    signature,
    bound: () => inferred(evaluator, signature, file, parts, environment),
  }));
}

/** Returns the type that a call expects for one of its arguments. */
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
  const callee = calledType(evaluator, file, parts.callee, environment);
  if (callee?.form === 'builtinMethod') {
    // Letters describe its callbacks; `parameterType` reads them.
    const second = secondArgument(evaluator, file, parts, environment);
    return index === 0 ? { ...callee, second } : undefined;
  }
  const types: Type[] = [];
  const argument = argumentTypes(evaluator, file, parts, environment);
  // Classes and JavaScript functions are values; other things that `new` calls have signatures for it.
  const made = op === OP.construct ? signaturesOf(evaluator, callee, 'new()') : [];
  const signatures = made.length > 0 ? made : signaturesOf(evaluator, callee);
  for (const signature of fittingSignatures(evaluator, signatures, argument, parts)) {
    const parameter = parameterAt(signature, index);
    if (parameter === undefined) continue;
    const bound = inferred(evaluator, signature, file, parts, environment);
    const type = evaluator.typeOf(signature.file, parameter.type, bound);
    const one = parameter.rest ? restType(signature, type, index) : type;
    if (one !== undefined) types.push(one);
  }
  return unionOf(types);
}

/** Returns the type of argument number `index` of the call, given the type of a rest parameter. */
function restType(
  { parameters }: Signature,
  type: Type | undefined,
  index: number,
): Type | undefined {
  const position = index - parameters.length + 1;
  if (position < 0) return type;
  return type?.form === 'tuple' ? partOf(type, position) : iteratedType(type);
}

/** Returns the type of a function's parameter, by position. */
export function parameterType(
  evaluator: Evaluator,
  type: Type | undefined,
  index: number,
): Type | undefined {
  if (type?.form === 'builtinMethod') return builtinParameter(type, index);
  for (const signature of signaturesOf(evaluator, type)) {
    const parameter = parameterAt(signature, index);
    const type =
      parameter && evaluator.typeOf(signature.file, parameter.type, signature.environment);
    const found = parameter?.rest === true ? restType(signature, type, index) : type;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the type of `this` inside a function value that is called on a receiver. */
export function receiverType(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  const stated = signaturesOf(evaluator, type).find(({ receiver }) => receiver !== NO_EXPRESSION);
  return stated && evaluator.typeOf(stated.file, stated.receiver, stated.environment);
}
