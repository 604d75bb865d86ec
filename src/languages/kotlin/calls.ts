/**
 * Kotlin's calls with trailing lambdas, member accesses, and library functions that pass on their
 * receiver.
 */

import { childOfType, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { iteratedOf } from '../../extractors/semantic/readers.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/**
 * Returns the inner call of `f(x) { … }`, which the grammar nests in another call. Returns other
 * nodes unchanged.
 */
export function bareCallee(node: Syntax): Syntax {
  const [callee] = node.children;
  const isTrailing =
    node.type === 'call_expression' &&
    callee?.type === 'call_expression' &&
    childOfType(node, 'annotated_lambda') !== undefined &&
    childOfType(node, 'value_arguments') === undefined &&
    childOfType(callee, 'annotated_lambda') === undefined;
  return isTrailing ? callee : node;
}

function isInnerCall(node: Syntax): boolean {
  return node.parent?.type === 'call_expression' && bareCallee(node.parent) === node;
}

function isMember(node: Syntax | undefined): boolean {
  return node?.type === 'navigation_expression';
}

/** Returns the name node of the callee, or the called value. */
export function calleeName(node: Syntax): Syntax | undefined {
  if (isInnerCall(node)) return undefined;
  const [callee] = bareCallee(node).children;
  return isMember(callee) ? callee?.children.at(-1) : callee;
}

export function calleeObject(node: Syntax): Syntax | undefined {
  const [callee] = bareCallee(node).children;
  return isMember(callee) ? callee?.children[0] : undefined;
}

/**
 * Whether a member can be the target of a call by its bare name. A member without parameters takes
 * no arguments, so in a test named `verify`, `verify { … }` is the imported function.
 */
export function takesArguments(name: Syntax, member: number, { draft }: Lowering): boolean {
  if (!hasArguments(name)) return true;
  const { name: called, parent = -1 } = draft.declarations[member] ?? {};
  const overloads = draft.declarations.filter(
    (one) => one.parent === parent && one.name === called && /^(method|function)$/.test(one.kind),
  );
  return overloads.length === 0 || overloads.some(({ signature }) => !EMPTY_LIST.test(signature));
}

/**
 * Matches signatures without parameters whose result cannot be a function that the arguments are
 * passed to.
 */
const EMPTY_LIST = /^[^(]*\bfun\b[^(]*\(\s*\)\s*(?::\s*Unit)?$/;

function hasArguments(name: Syntax): boolean {
  let callee = name;
  // `f()(x)` calls the result of the first call.
  let isCalled = false;
  for (let call = name.parent; call?.type === 'call_expression'; call = call.parent) {
    if (call.children[0] !== callee) return false;
    if (childOfType(call, 'annotated_lambda') !== undefined) return true;
    const list = childOfType(call, 'value_arguments');
    if (list !== undefined && list.children.length > 0) return !isCalled;
    isCalled ||= list !== undefined;
    callee = call;
  }
  return false;
}

export function argumentsOf(node: Syntax): readonly Syntax[] {
  if (node.type === 'infix_expression') return node.children.slice(2);
  return bareCallee(node) === node
    ? ownArguments(node)
    : [...ownArguments(bareCallee(node)), ...ownArguments(node)];
}

function ownArguments(node: Syntax): readonly Syntax[] {
  const listed = childOfType(node, 'value_arguments')?.children ?? [];
  const lambda = childOfType(node, 'annotated_lambda');
  return [...listed.flatMap(({ children }) => children.at(-1) ?? []), ...(lambda?.children ?? [])];
}

// --- members --------------------------------------------------------------------------------------

/** Resolves `a.b`, which may also be Java's `a.getB()`, and `a::b`. */
export function navigation(node: Syntax, lowering: Lowering): ExpressionId {
  const [object, name] = node.children;
  const { draft } = lowering;
  if (object === undefined || name === undefined) return draft.unknown;
  const of = lowering.expression(object);
  const text = draft.textOf(name);
  if (draft.text.slice(object.end, name.start).includes('::')) {
    return text === 'class' ? draft.unknown : lowering.memberOf(of, `${text}()`);
  }
  const member = lowering.memberOf(of, text);
  if (of === draft.unknown || !/^\p{Ll}/u.test(text)) return member;
  const getter = `get${text.charAt(0).toUpperCase()}${text.slice(1)}()`;
  return draft.table.add(OP.firstOf, member, lowering.memberOf(of, getter));
}

// --- the library's functions ----------------------------------------------------------------------

/** Functions that return the value they are called on. */
const SELF_GIVING = /^(apply|also|takeIf|takeUnless|onEach)$/;
/** Functions that return the result of their lambda. */
const RESULT_GIVING = /^(let|run|use|with|runCatching|synchronized|withLock|lazy|runBlocking)$/;
/** Functions that keep a collection (`KEEPING`) or take an element of it (`TAKING`). */
const KEEPING =
  /^(filter|filterNot|filterNotNull|sorted|sortedBy|sortedByDescending|sortedWith|reversed|toList|toMutableList|toSet|toMutableSet|toTypedArray|asSequence|asIterable|asReversed|take|takeLast|takeWhile|drop|dropLast|dropWhile|distinct|distinctBy|onEach|orEmpty|plus|minus|shuffled|union|subtract|intersect|ifEmpty)$/;
const TAKING =
  /^(first|firstOrNull|last|lastOrNull|single|singleOrNull|find|findLast|random|elementAt|elementAtOrNull|getOrNull|minBy|maxBy|minByOrNull|maxByOrNull|removeFirst|removeLast|removeAt|getValue|getOrPut|getOrElse|getOrDefault|reduce)$/;
const PASSING =
  /^(forEach|map|mapNotNull|flatMap|any|all|none|count|sumOf|sumBy|associateBy|associateWith|associate|groupBy|partition|joinToString|joinTo|mapTo|filterTo|indexOfFirst|indexOfLast|removeAll|removeIf|maxOf|minOf|zipWithNext)$/;

/** Returns the name of a call's function and the object it is called on. */
function parts(
  node: Syntax,
  lowering: Lowering,
): { readonly name: string; readonly object: Syntax | undefined } {
  const name = node.type === 'call_expression' ? calleeName(node) : undefined;
  const isName = name?.type === 'identifier';
  return { name: isName ? lowering.draft.textOf(name) : '', object: calleeObject(node) };
}

export function call(node: Syntax, lowering: Lowering): ExpressionId {
  const { spec, draft } = lowering;
  const rule = spec.calls?.[node.type];
  if (rule === undefined || isInnerCall(node)) return draft.unknown;
  const { name, object } = parts(node, lowering);
  if (object !== undefined && (SELF_GIVING.test(name) || KEEPING.test(name))) {
    return lowering.expression(object);
  }
  const lambda = argumentsOf(node).at(-1);
  if (lambda?.type === 'lambda_literal' && RESULT_GIVING.test(name)) {
    return lowering.draft.either(OP.either, [lastOf(lambda, lowering)]);
  }
  const plain = lowering.call(node, rule);
  if (object === undefined || !TAKING.test(name)) return plain;
  const element = draft.over(OP.iterated, lowering.expression(object));
  return element === draft.unknown ? plain : draft.table.add(OP.firstOf, plain, element);
}

/** Returns the call that a lambda is passed to. */
function callAround(lambda: Syntax): Syntax | undefined {
  let at = lambda.parent;
  if (at?.type === 'annotated_lambda') at = at.parent;
  else if (at?.type === 'value_argument') at = at.parent?.parent;
  else return undefined;
  if (at?.type !== 'call_expression') return undefined;
  return isInnerCall(at) ? at.parent : at;
}

/** Returns the value passed to the lambda parameter at a position. */
export function passedTo(lambda: Syntax, position: number, lowering: Lowering): ExpressionId {
  const around = callAround(lambda);
  if (around === undefined) return lowering.draft.unknown;
  const { name, object } = parts(around, lowering);
  if (object !== undefined && position === 0) {
    if (/^(let|also|takeIf|takeUnless|use)$/.test(name)) return lowering.expression(object);
    if (KEEPING.test(name) || TAKING.test(name) || PASSING.test(name)) {
      return iteratedOf(lowering, object);
    }
  }
  if (/IndexedOrNull$|Indexed$/.test(name) && object !== undefined && position === 1) {
    return iteratedOf(lowering, object);
  }
  return lowering.passed(lambda, position);
}

/**
 * Returns `this` inside a lambda: the object that a scope function is called on, or the receiver
 * that the callee declares.
 */
export function lambdaReceiver(lambda: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const around = callAround(lambda);
  if (around === undefined) return draft.unknown;
  const { name, object } = parts(around, lowering);
  if (/^(apply|run)$/.test(name)) {
    return object === undefined ? draft.unknown : lowering.expression(object);
  }
  const args = argumentsOf(around);
  const [first] = args;
  if (name === 'with' && object === undefined && first !== undefined && first !== lambda) {
    return lowering.expression(first);
  }
  if (isLibrary(name)) return draft.unknown;
  return lowering.receiverOf(lambda);
}

function isLibrary(name: string): boolean {
  return [SELF_GIVING, RESULT_GIVING, KEEPING, TAKING, PASSING].some((names) => names.test(name));
}

// --- results --------------------------------------------------------------------------------------

/** Returns the value of a block or an expression. */
export function resultOf(node: Syntax | undefined, lowering: Lowering): ExpressionId {
  if (node === undefined) return lowering.draft.unknown;
  return node.type === 'block' ? lastOf(node, lowering) : lowering.expression(node);
}

function lastOf(node: Syntax, lowering: Lowering): ExpressionId {
  const last = node.children.at(-1);
  return last === undefined || last.type === 'lambda_parameters'
    ? lowering.draft.unknown
    : lowering.expression(last);
}

export function lambdaOf(node: Syntax, lowering: Lowering): ExpressionId {
  const parameters = childOfType(node, 'lambda_parameters')?.children ?? [];
  return lowering.lambda(
    lastOf(node, lowering),
    parameters.map((parameter) => lowering.valueOf(parameter.children[1])),
  );
}
