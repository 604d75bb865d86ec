/**
 * Converts syntax to expressions. Each node is evaluated once, in its own scope. Emits no
 * references; walk.ts does.
 */

import { words } from '../../extractors/lowering/words.ts';
import { bounded, FLAG_ASYNC, OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { declareNamedExpression } from './callables.ts';
import { declareClassExpression } from './classes.ts';
import { ownExport } from './commonjs.ts';
import type { Context } from './context.ts';
import { functionScope, resultOf } from './functions.ts';
import { importedModule } from './modules.ts';
import { alternativeScope, consequenceScope, narrowedName } from './narrowing.ts';
import { declareObjectMembers } from './objects.ts';
import { bindingExpression, type Scope, valueNamed } from './scope.ts';
import { CLASS_TYPES, childOfType, FUNCTION_TYPES, lastChild, type Syntax } from './syntax.ts';
import { unquote, wordsBetween } from './text.ts';
import { restFlag } from './types/parameter-flags.ts';
import {
  annotationOf,
  orUnknown,
  primitiveType,
  typeArguments,
  typeExpression,
} from './types/types.ts';

export function expressionOf(context: Context, node: Syntax, scope: Scope): ExpressionId {
  if (node.expression === undefined) {
    // A value that depends on itself is unknown during its evaluation.
    node.expression = context.unknown;
    node.expression = compute(context, node, scope);
  }
  return node.expression;
}

export function expressionOrUnknown(
  context: Context,
  child: Syntax | undefined,
  scope: Scope,
): ExpressionId {
  return child === undefined ? context.unknown : expressionOf(context, child, scope);
}

function compute(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const { table } = context;
  switch (node.type) {
    case 'identifier': {
      const module = importedModule(context, node);
      if (module >= 0) return table.add(OP.module, module);
      return valueNamed(context, scope, context.textOf(node), node.start);
    }
    case 'shorthand_property_identifier':
      return valueNamed(context, scope, context.textOf(node), node.start);
    case 'this':
      return selfExpression(context, scope);
    case 'super':
      return superExpression(context, scope);
    case 'parenthesized_expression':
    case 'non_null_expression':
    // `typeof Box<number>`: the arguments are left out.
    case 'instantiation_expression':
      return expressionOrUnknown(context, node.children[0], scope);
    case 'sequence_expression':
      return expressionOrUnknown(context, lastChild(node), scope);
    case 'as_expression':
    case 'satisfies_expression':
      return castExpression(context, node, scope);
    case 'type_assertion':
      return expressionOrUnknown(context, lastChild(node), scope);
    case 'member_expression':
      return memberExpression(context, node, scope);
    case 'subscript_expression':
      return subscriptExpression(context, node, scope);
    case 'call_expression':
      return callExpression(context, node, scope);
    case 'new_expression':
      return newExpression(context, node, scope);
    case 'await_expression': {
      const value = expressionOrUnknown(context, node.children[0], scope);
      return value === context.unknown ? value : table.add(OP.awaited, value);
    }
    case 'ternary_expression':
      return ternaryExpression(context, node, scope);
    case 'binary_expression':
      return binaryExpression(context, node, scope);
    case 'assignment_expression':
      return expressionOrUnknown(context, node.children[1], scope);
    case 'augmented_assignment_expression':
      return augmentedExpression(context, node, scope);
    case 'object':
      return objectExpression(context, node, scope);
    case 'array': {
      const elements = [
        ...new Set(node.children.map((child) => expressionOf(context, child, scope))),
      ].filter((id) => id !== context.unknown);
      return table.add(OP.array, ...elements.slice(0, 8));
    }
    case 'spread_element': {
      const spread = expressionOrUnknown(context, node.children[0], scope);
      return spread === context.unknown ? spread : table.add(OP.iterated, spread);
    }
    case 'string':
      return LITERAL.test(context.textOf(node))
        ? table.add(OP.literal, context.stringId(unquote(context.textOf(node))))
        : stringExpression(context);
    case 'template_string':
      return stringExpression(context);
    case 'number':
    case 'true':
    case 'false':
      return context.ofType(primitiveType(context, node.type === 'number' ? 'Number' : 'Boolean'));
    default:
      if (FUNCTION_TYPES.has(node.type)) return lambdaExpression(context, node, scope);
      if (CLASS_TYPES.has(node.type)) {
        const index = declareClassExpression(context, node, scope, undefined);
        return table.add(OP.declaration, index);
      }
      return context.unknown;
  }
}

/** Strings that may name a member, a key or an event. */
const LITERAL = /^['"][A-Za-z_$][\w$.:/-]{0,31}['"]$/;

function stringExpression(context: Context): ExpressionId {
  return context.ofType(primitiveType(context, 'String'));
}

function superExpression(context: Context, scope: Scope): ExpressionId {
  switch (scope.self?.form) {
    case 'instance':
      return context.table.add(OP.parent, scope.self.declaration);
    case 'static':
      return context.table.add(OP.staticParent, scope.self.declaration);
    default:
      return context.unknown;
  }
}

function selfExpression(context: Context, scope: Scope): ExpressionId {
  switch (scope.self?.form) {
    case 'instance':
      return context.table.add(OP.self, scope.self.declaration);
    case 'static':
      return context.table.add(OP.declaration, scope.self.declaration);
    case 'value':
      return scope.self.expression;
    case undefined:
      return context.unknown;
  }
}

/** Returns the type T for `x as T`. `x as const` and `x satisfies T` keep the type of x. */
function castExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [value, type] = node.children;
  if (value === undefined) return context.unknown;
  if (type === undefined || node.type === 'satisfies_expression') {
    return expressionOf(context, value, scope);
  }
  const target = typeExpression(context, type, scope);
  return target === context.unknown ? target : context.table.add(OP.ofType, target);
}

function memberExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [object, name] = [node.children[0], lastChild(node)];
  if (object === undefined || name === undefined) return context.unknown;
  const narrowed = context.narrowsMembers ? scope.value(narrowedName(context, node)) : undefined;
  if (narrowed !== undefined) return bindingExpression(context, narrowed);
  const text = context.textOf(name);
  const own = ownExport(context, object, text, scope);
  return own ?? context.member(expressionOf(context, object, scope), text);
}

function subscriptExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [object, index] = [node.children[0], lastChild(node)];
  if (object === undefined || index === undefined) return context.unknown;
  const value = expressionOf(context, object, scope);
  if (value === context.unknown) return value;
  if (index.type === 'string') return context.member(value, unquote(context.textOf(index)));
  const element = context.table.add(OP.element, value);
  return isSymbolName(context, index, scope)
    ? context.table.add(OP.firstOf, context.member(value, `[${context.textOf(index)}]`), element)
    : element;
}

/** Whether an index may be a symbol that names a member: `Symbol.iterator`, a constant, an import. */
function isSymbolName(context: Context, index: Syntax, scope: Scope): boolean {
  const name = context.textOf(index);
  if (index.type === 'member_expression') return /^Symbol\.\w+$/.test(name);
  const form = index.type === 'identifier' ? scope.value(name)?.form : undefined;
  return form === 'declaration' || form === 'import';
}

/**
 * Returns the arguments of a call. Functions are left out if the call provides their contextual
 * type, because they may depend on it.
 */
function argumentExpressions(
  context: Context,
  list: Syntax | undefined,
  scope: Scope,
  withFunctions: boolean,
): readonly ExpressionId[] {
  if (list?.type !== 'arguments') return [];
  return list.children.map((argument) => {
    if (FUNCTION_TYPES.has(argument.type) && !withFunctions) return context.unknown;
    if (argument.type === 'object' && !withFunctions) return context.unknown;
    return expressionOf(context, argument, scope);
  });
}

/**
 * Returns a call without its function arguments. The contextual types of those arguments are
 * derived from it.
 */
export function callSkeleton(context: Context, node: Syntax, scope: Scope): ExpressionId {
  return buildCall(context, node, scope, false);
}

function buildCall(
  context: Context,
  node: Syntax,
  scope: Scope,
  withFunctions: boolean,
): ExpressionId {
  const callee = node.children[0];
  if (callee === undefined) return context.unknown;
  const target = expressionOf(context, callee, scope);
  if (target === context.unknown) return target;
  const types = typeArguments(context, node.children, scope);
  const list = childOfType(node, 'arguments');
  const values = argumentExpressions(context, list, scope, withFunctions);
  const op = node.type === 'new_expression' ? OP.construct : OP.call;
  return context.table.add(op, target, types.length, ...types, ...bounded(values));
}

function callExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const module = importedModule(context, node);
  if (module >= 0) return context.table.add(OP.module, module);
  const callee = node.children[0];
  if (callee !== undefined && isObjectCreate(context, callee)) {
    // For member lookup, the result behaves like the arguments. The last argument of Object.assign
    // has precedence.
    const given = childOfType(node, 'arguments')?.children ?? [];
    const parts = /assign$/.test(context.textOf(callee)) ? given.toReversed() : given.slice(0, 1);
    return context.either(
      OP.either,
      parts.map((part) => expressionOf(context, part, scope)),
    );
  }
  return buildCall(context, node, scope, true);
}

function isObjectCreate(context: Context, callee: Syntax): boolean {
  return /^Object\.(create|freeze|seal|assign)$/.test(context.textOf(callee));
}

function newExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  return buildCall(context, node, scope, true);
}

function ternaryExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [, second, third] = node.children;
  const inside = consequenceScope(context, node, scope);
  return context.either(OP.either, [
    expressionOrUnknown(context, second, inside),
    expressionOrUnknown(context, third, alternativeScope(context, node, scope)),
  ]);
}

/** Returns the value of `a ??= b` and `a ||= b`; of other assignments it is a number or a string. */
function augmentedExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [left, right] = node.children;
  if (left === undefined || right === undefined) return context.unknown;
  if (!/^(\?\?|\|\|)=$/.test(context.text.slice(left.end, right.start).trim()))
    return context.unknown;
  return context.either(
    OP.either,
    [left, right].map((part) => expressionOf(context, part, scope)),
  );
}

function binaryExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [left, right] = node.children;
  if (left === undefined || right === undefined) return context.unknown;
  const operator = context.text.slice(left.end, right.start).trim();
  if (operator !== '||' && operator !== '??' && operator !== '&&') return context.unknown;
  const last = expressionOf(context, right, consequenceScope(context, node, scope));
  return operator === '&&'
    ? last
    : context.either(OP.either, [expressionOf(context, left, scope), last]);
}

/** Returns an object literal. Function members are separate declarations; the others are values. */
function objectExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  declareObjectMembers(context, node, scope);
  const entries: number[] = [];
  for (const member of node.children) {
    const name = propertyName(context, member);
    const declaration = context.declared.get(member);
    if (member.type === 'spread_element' && member.children[0] !== undefined) {
      entries.push(context.stringId('...'), expressionOf(context, member.children[0], scope));
    } else if (name === undefined) {
    } else if (declaration !== undefined) {
      entries.push(context.stringId(name), context.table.add(OP.declaration, declaration));
    } else if (member.type === 'pair') {
      const value = lastChild(member);
      const id = expressionOrUnknown(context, value, scope);
      entries.push(context.stringId(name), id);
    } else if (member.type === 'shorthand_property_identifier') {
      entries.push(context.stringId(name), expressionOf(context, member, scope));
    }
  }
  return context.table.add(OP.object, ...bounded(entries));
}

/**
 * Returns the name of a class, interface or object member, or undefined if it is computed at run
 * time.
 */
export function propertyName(context: Context, member: Syntax): string | undefined {
  if (member.type === 'shorthand_property_identifier') return context.textOf(member);
  const name = nameNode(member);
  return name === undefined || name.type === 'computed_property_name'
    ? undefined
    : unquote(context.textOf(name));
}

/** Returns the node that names a member or a declaration; of `['x']`, the string. */
export function nameNode(node: Syntax): Syntax | undefined {
  const name = node.children.find((child) => NAME_TYPES.has(child.type));
  const [only] = name?.type === 'computed_property_name' ? name.children : [];
  return only?.type === 'string' ? only : name;
}

const NAME_TYPES = words(`
  identifier type_identifier property_identifier private_property_identifier string number
  computed_property_name nested_identifier
`);

/**
 * Returns an anonymous function as a value: its result and the declared types of its parameters.
 */
function lambdaExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const declaration = declareNamedExpression(context, node, scope);
  if (declaration >= 0) return context.table.add(OP.declaration, declaration);
  const inside = functionScope(context, node, scope);
  const returns = annotationOf(context, node, inside);
  const result =
    returns === NO_EXPRESSION
      ? resultOf(context, node, inside)
      : context.table.add(OP.ofType, returns);
  const types = (childOfType(node, 'formal_parameters')?.children ?? []).map((parameter) =>
    orUnknown(context, annotationOf(context, parameter, inside)),
  );
  const isAsync =
    returns === NO_EXPRESSION && wordsBetween(context, node.start, node.start + 6).has('async');
  const flags = (isAsync ? FLAG_ASYNC : 0) | restFlag(node);
  return context.table.add(OP.lambda, result, flags, ...bounded(types));
}
