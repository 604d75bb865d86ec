/**
 * Members that JavaScript gives to the instances of a function or class without declaring them:
 * `X.prototype.m = f`, `X.prototype = Object.create(Y.prototype)`, `util.inherits(X, Y)`.
 */
import { at } from '../../base/assert.ts';
import { bounded, OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';
import { expressionOf, propertyName } from './expressions.ts';
import { functionScope, resultOf } from './functions.ts';
import { declareObjectMembers } from './objects.ts';
import { Scope } from './scope.ts';
import { childOfType, FUNCTION_TYPES, type Syntax } from './syntax.ts';
import { unquote } from './text.ts';

/** Declares the functions in `X.prototype = { … }` as methods of X. Other values are inherited from. */
export function assignPrototype(
  context: Context,
  object: string,
  value: Syntax,
  scope: Scope,
): void {
  const binding = scope.value(object);
  if (binding?.form !== 'declaration') return;
  if (value.type !== 'object') return inherit(context, binding.index, value, scope);
  const inside = new Scope(scope, { owner: binding.index });
  declareObjectMembers(context, value, inside, { form: 'instance', declaration: binding.index });
}

interface PrototypeMember {
  /** The left side of the assignment. */
  readonly target: Syntax;
  readonly value: Syntax;
  /** The declaration of the value; −1 if it has none. */
  readonly declared: number;
}

/**
 * Adds a member whose value is declared elsewhere: `X.prototype.m = X.prototype.n`. It has no symbol
 * of its own, so it is a member of an object that X inherits from.
 */
export function addPrototypeMember(
  context: Context,
  { object, name }: { readonly object: string; readonly name: string },
  { target, value, declared }: PrototypeMember,
  scope: Scope,
): void {
  const binding = scope.value(object);
  if (binding?.form !== 'declaration') return;
  context.prototypeTargets.add(target);
  addEntry(context, binding.index, target, () => [
    context.stringId(name),
    declared >= 0
      ? context.table.add(OP.declaration, declared)
      : expressionOf(context, value, scope),
  ]);
}

/**
 * Adds a static member whose value is declared elsewhere: `X.m = f`. It has no symbol of its own, so
 * it is a member of an object whose type X has.
 */
export function addStaticMember(
  context: Context,
  { object, name }: { readonly object: string; readonly name: string },
  { target, value, declared }: PrototypeMember,
  scope: Scope,
): void {
  const binding = scope.value(object);
  if (binding?.form !== 'declaration') return;
  const kind = context.kindOf(binding.index);
  if (kind !== 'class' && kind !== 'function') return;
  // A namespace or a static field may declare the member.
  const isDeclared = context.declarations.some(
    (one) => one.name === name && context.declarations[one.parent]?.name === object,
  );
  if (isDeclared) return;
  context.prototypeTargets.add(target);
  context.later.push(() => {
    const member =
      declared >= 0
        ? context.table.add(OP.declaration, declared)
        : expressionOf(context, value, scope);
    if (member === context.unknown) return;
    const members = context.table.add(OP.object, context.stringId(name), member);
    const expression = context.table.add(OP.typeOf, members);
    const shape = at(context.shapes, binding.index);
    const line = context.lineOf(target.start);
    shape.heritage = [...shape.heritage, { form: 'mixin', expression, line }];
  });
}

/** Reads `util.inherits(X, Y)`, `Object.setPrototypeOf(X.prototype, …)` and `Object.assign(X.prototype, …)`. */
export function readPrototypeCall(context: Context, call: Syntax, scope: Scope): void {
  if (!context.commonJs) return;
  const [callee] = call.children;
  const [target, ...given] = childOfType(call, 'arguments')?.children ?? [];
  if (callee === undefined || target === undefined) return;
  const name = context.textOf(callee);
  const isInherits = /(^|\.)inherits$/.test(name);
  if (!isInherits && !/^Object\.(assign|setPrototypeOf)$/.test(name)) return;
  const text = context.textOf(target);
  if (isInherits === text.endsWith('.prototype')) return;
  const binding = scope.value(text.replace(/\.prototype$/, ''));
  if (binding?.form !== 'declaration') return;
  for (const value of given) {
    if (!isInherits) inherit(context, binding.index, value, scope);
    else
      addEntry(context, binding.index, value, () => [
        context.stringId('...'),
        context.table.add(OP.construct, expressionOf(context, value, scope), 0),
      ]);
  }
}

/**
 * Reads `Object.defineProperty(target, 'name', { value } or { get() { … } })`, where the target is
 * `exports`, `module.exports` or a prototype.
 */
export function readDefinedProperty(context: Context, call: Syntax, scope: Scope): void {
  const [callee] = call.children;
  if (!context.commonJs || callee === undefined) return;
  if (context.textOf(callee) !== 'Object.defineProperty') return;
  const [target, key, descriptor] = childOfType(call, 'arguments')?.children ?? [];
  if (target === undefined || key?.type !== 'string' || descriptor?.type !== 'object') return;
  const name = unquote(context.textOf(key));
  const text = context.textOf(target);
  const value = (): ExpressionId => definedValue(context, descriptor, scope);
  if (/^(module\.)?exports$/.test(text)) {
    context.later.push(() => {
      const expression = value();
      if (expression !== context.unknown) context.exports.push({ form: 'local', name, expression });
    });
  } else if (text.endsWith('.prototype')) {
    const binding = scope.value(text.slice(0, -'.prototype'.length));
    if (binding?.form !== 'declaration') return;
    addEntry(context, binding.index, call, () => [context.stringId(name), value()]);
  }
}

/** Returns the value of a property descriptor, or what its getter returns. */
function definedValue(context: Context, descriptor: Syntax, scope: Scope): ExpressionId {
  // Declares the functions of the descriptor, so that their scopes exist.
  expressionOf(context, descriptor, scope);
  for (const member of descriptor.children) {
    const name = propertyName(context, member);
    const last = member.children.at(-1);
    if (last === undefined) continue;
    if (name === 'value')
      return expressionOf(context, member.type === 'pair' ? last : member, scope);
    const getter = member.type === 'method_definition' ? member : last;
    if (name === 'get' && (getter === member || FUNCTION_TYPES.has(getter.type)))
      return resultOf(context, getter, functionScope(context, getter, scope));
  }
  return context.unknown;
}

/** Gives the instances of a declaration the members of a value. */
function inherit(context: Context, declaration: number, value: Syntax, scope: Scope): void {
  addEntry(context, declaration, value, () => [
    context.stringId('...'),
    expressionOf(context, value, scope),
  ]);
}

/** Adds a name and a value to the object that a declaration inherits from. */
function addEntry(
  context: Context,
  declaration: number,
  node: Syntax,
  entry: () => readonly [number, ExpressionId],
): void {
  const known = context.prototypeMembers.get(declaration);
  if (known !== undefined) {
    known.push(entry);
    return;
  }
  const entries = [entry];
  context.prototypeMembers.set(declaration, entries);
  context.later.push(() => {
    const members = entries.flatMap((one) => one());
    const expression = context.table.add(OP.object, ...bounded(members));
    const shape = at(context.shapes, declaration);
    const line = context.lineOf(node.start);
    shape.heritage = [{ form: 'mixin', expression, line }, ...shape.heritage];
  });
}
