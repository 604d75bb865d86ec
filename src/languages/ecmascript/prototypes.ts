/**
 * Members that JavaScript gives to the instances of a function or class without declaring them:
 * `X.prototype.m = f`, `X.prototype = Object.create(Y.prototype)`, `util.inherits(X, Y)`.
 */
import { at } from '../../base/assert.ts';
import { bounded, OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { declareObjectMembers } from './objects.ts';
import { Scope } from './scope.ts';
import { childOfType, type Syntax } from './syntax.ts';

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
