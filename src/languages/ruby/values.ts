/** Ruby's values: `self`, variables by their assignments, and call results. */

import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { memberNamed } from '../../extractors/outline/scope.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { Local } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { constant, constantNamed, nestingOf } from './constants.ts';
import { describedValue } from './specs.ts';

/** The value of `self` at a node: an instance, a class or module itself, or unknown. */
interface Self {
  readonly form: 'instance' | 'class' | 'unknown';
  /** Constant of the class. */
  readonly type: ExpressionId;
}

export function selfAt(node: Syntax, lowering: Lowering): Self {
  let form: Self['form'] = 'class';
  for (let at: Syntax | undefined = node; at !== undefined; at = at.parent) {
    if (at.type === 'singleton_method') form = 'class';
    if (at.type === 'method') form = isOfSingleton(at) ? 'class' : 'instance';
    if (at.type !== 'class' && at.type !== 'module') continue;
    const [name] = nestingOf(at, lowering);
    if (name !== undefined) return { form, type: constantNamed(name, lowering) };
  }
  return { form: 'unknown', type: lowering.draft.unknown };
}

/** Whether a method is inside `class << self`. */
export function isOfSingleton(method: Syntax): boolean {
  for (let at = method.parent; at !== undefined; at = at.parent) {
    if (at.type === 'singleton_class') return true;
    if (at.type === 'class' || at.type === 'module') return false;
  }
  return false;
}

export function selfValue(node: Syntax, lowering: Lowering): ExpressionId {
  const { form, type } = selfAt(node, lowering);
  if (form !== 'instance') return type;
  return lowering.draft.ofType(lowering.namedType(type, []));
}

// --- variables ------------------------------------------------------------------------------------

type Given = ReadonlyMap<string, readonly (Syntax | undefined)[]>;

const GIVEN = new WeakMap<Syntax, Given>();

const METHOD = /^(singleton_)?method$/;
const BLOCK = /^(do_block|block|lambda)$/;
const CLOSED = /^((singleton_)?method|class|module|program)$/;

/**
 * Returns all values assigned to the variables inside a node. An undefined entry is not a single
 * value. Local variables of methods inside are not among them.
 */
function givenIn(scope: Syntax, lowering: Lowering): Given {
  const known = GIVEN.get(scope);
  if (known !== undefined) return known;
  const given = new Map<string, (Syntax | undefined)[]>();
  const add = (name: Syntax | undefined, value: Syntax | undefined): void => {
    if (name?.type !== 'identifier' && name?.type !== 'instance_variable') return;
    appendTo(given, lowering.draft.textOf(name), value);
  };
  const walk = (node: Syntax, isInMethod: boolean): void => {
    if (node.type === 'assignment' || node.type === 'operator_assignment') {
      const left = fieldOf(node, 'left');
      if (left?.type === 'left_assignment_list')
        for (const one of left.children) add(one, undefined);
      else if (!isInMethod || left?.type !== 'identifier') add(left, fieldOf(node, 'right'));
    }
    for (const child of node.children) {
      if (child.type !== 'class' && child.type !== 'module')
        walk(child, isInMethod || METHOD.test(child.type));
    }
  };
  walk(scope, false);
  GIVEN.set(scope, given);
  return given;
}

/** Returns the value of a variable if all its assignments are known. */
function heldBy(name: string, scope: Syntax, lowering: Lowering): ExpressionId {
  const given = givenIn(scope, lowering).get(name) ?? [];
  const values = given.filter((one) => one?.type !== 'nil');
  const expressions = values.map((one) => lowering.expression(one));
  const { unknown } = lowering.draft;
  return expressions.includes(unknown) ? unknown : lowering.draft.either(OP.either, expressions);
}

/** Returns the value of `given || Cart.new`: either operand. The default reveals the type. */
export function defaulted(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (left === undefined || right === undefined) return draft.unknown;
  if (draft.text.slice(left.end, right.start).trim() !== '||') return draft.unknown;
  const values = [lowering.expression(left), lowering.expression(right)];
  return draft.either(OP.either, values);
}

/** Returns the node that scopes a node's variables, such as its method or the file. */
function scopeAround(node: Syntax, types: RegExp): Syntax {
  let at = node;
  while (at.parent !== undefined && !types.test(at.type)) at = at.parent;
  return at;
}

export function assigned(node: Syntax, lowering: Lowering): readonly Local[] {
  const left = fieldOf(node, 'left');
  const names = left?.type === 'left_assignment_list' ? left.children : left ? [left] : [];
  return names.flatMap((name): Local[] => {
    if (name.type !== 'identifier') return [];
    const text = lowering.draft.textOf(name);
    const value = (): ExpressionId => heldBy(text, scopeOf(text, node, lowering), lowering);
    return [{ name, from: name.start, value }];
  });
}

/**
 * Returns the node that a local variable belongs to: the block that assigns it, unless a block or
 * method around it assigns it as well.
 */
function scopeOf(name: string, assignment: Syntax, lowering: Lowering): Syntax {
  let found = assignment;
  for (let at = assignment.parent; at !== undefined; at = at.parent) {
    if (!BLOCK.test(at.type) && !CLOSED.test(at.type)) continue;
    if (found === assignment || assignedDirectly(at, lowering).has(name)) found = at;
    if (CLOSED.test(at.type)) break;
  }
  return found;
}

const DIRECT = new WeakMap<Syntax, ReadonlySet<string>>();

/** Returns the names of local variables that a node assigns outside of blocks and methods in it. */
function assignedDirectly(scope: Syntax, lowering: Lowering): ReadonlySet<string> {
  return getOrCompute(DIRECT, scope, () => namesAssignedIn(scope, lowering));
}

function namesAssignedIn(scope: Syntax, lowering: Lowering): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (node: Syntax): void => {
    const left = /assignment$/.test(node.type) ? fieldOf(node, 'left') : undefined;
    for (const one of left?.type === 'left_assignment_list' ? left.children : left ? [left] : [])
      if (one.type === 'identifier') names.add(lowering.draft.textOf(one));
    for (const child of node.children)
      if (!BLOCK.test(child.type) && !CLOSED.test(child.type)) walk(child);
  };
  walk(scope);
  return names;
}

/** Returns the parameters; their values are unknown. */
export function parameters(node: Syntax, { draft }: Lowering): readonly Local[] {
  return node.children.flatMap((parameter): Local[] => {
    const name = parameter.type === 'identifier' ? parameter : fieldOf(parameter, 'name');
    if (name?.type === 'identifier') return [{ name, value: () => draft.unknown }];
    return [];
  });
}

export function instanceVariable(
  node: Syntax,
  lowering: Lowering,
  name = lowering.draft.textOf(node),
): ExpressionId {
  const scope = scopeAround(node, /^(class|module|program)$/);
  return heldBy(name, scope, lowering);
}

// --- calls ----------------------------------------------------------------------------------------

/** Functions that return the value they are called on. */
const SELF_GIVING = /^(tap|freeze|dup|clone|itself|presence)$/;

function isConstant(node: Syntax | undefined): boolean {
  return node?.type === 'constant' || node?.type === 'scope_resolution';
}

/** Returns the class that a call of `new` instantiates. */
export function madeBy(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  const method = fieldOf(node, 'method');
  if (method === undefined || lowering.draft.textOf(method) !== 'new') return undefined;
  const receiver = fieldOf(node, 'receiver');
  if (receiver === undefined || receiver.type === 'self') {
    const { form, type } = selfAt(node, lowering);
    return form === 'class' ? type : undefined;
  }
  if (isConstant(receiver)) return constant(receiver, lowering);
  if (lowering.draft.textOf(receiver) === 'described_class')
    return describedValue(receiver, lowering);
  return isOwnClass(receiver, lowering) ? selfAt(node, lowering).type : undefined;
}

/** Whether a node is `self.class`. */
function isOwnClass(node: Syntax, lowering: Lowering): boolean {
  return /^(self\.)?class$/.test(lowering.draft.textOf(node));
}

/** Returns the callee of a call: a member of its receiver, or of `self`. */
export function calleeOf(node: Syntax, lowering: Lowering): ExpressionId {
  const method = fieldOf(node, 'method');
  const receiver = fieldOf(node, 'receiver');
  if (method === undefined) return lowering.draft.unknown;
  const name = lowering.draft.textOf(method);
  if (receiver === undefined) return bareMember(method, name, lowering);
  if (isOwnClass(receiver, lowering)) {
    return lowering.memberOf(selfAt(node, lowering).type, name);
  }
  return lowering.memberOf(lowering.expression(receiver), name);
}

/** Resolves a method called by its bare name: a member of `self`, else a function of the file. */
export function bareMember(node: Syntax, name: string, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const self = selfValue(node, lowering);
  const top = memberNamed(draft, -1, name, /^function$/);
  const member = lowering.memberOf(self, name);
  if (top < 0) return member;
  const declared = draft.table.add(OP.declaration, top);
  return self === draft.unknown ? declared : draft.table.add(OP.firstOf, member, declared);
}

export function callValue(node: Syntax, lowering: Lowering): ExpressionId {
  const { table, unknown } = lowering.draft;
  const made = madeBy(node, lowering);
  if (made !== undefined) return made === unknown ? unknown : table.add(OP.construct, made, 0);
  const method = fieldOf(node, 'method');
  const receiver = fieldOf(node, 'receiver');
  const name = method === undefined ? '' : lowering.draft.textOf(method);
  if (receiver !== undefined && SELF_GIVING.test(name)) return lowering.expression(receiver);
  return called(calleeOf(node, lowering), lowering);
}

/** Returns the result of a method, or the value of an attribute. */
export function called(callee: ExpressionId, { draft }: Lowering): ExpressionId {
  return draft.table.add(OP.firstOf, draft.table.add(OP.call, callee, 0), callee);
}

/** Returns the class for a bare `new` inside a class method. */
export function bareNew(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  if (lowering.draft.textOf(node) !== 'new') return undefined;
  const { form, type } = selfAt(node, lowering);
  return form === 'class' ? type : undefined;
}

/** Returns the value of a method's body, unless the body contains a `return`. */
export function bodyValue(node: Syntax, lowering: Lowering): ExpressionId {
  const body = fieldOf(node, 'body');
  if (body === undefined || /\breturn\b/.test(lowering.draft.textOf(body))) {
    return lowering.draft.unknown;
  }
  const last = body.type === 'body_statement' ? body.children.at(-1) : body;
  return lowering.expression(last);
}
