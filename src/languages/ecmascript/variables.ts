/**
 * Variables. At the level of a file or namespace they are symbols, inside functions they are
 * locals.
 */
import { at } from '../../base/assert.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { Modifier } from '../../model/symbol.ts';
import { assignedValue } from './assigned-values.ts';
import { callableModifiers, describeCallable } from './callables.ts';
import { declareClassVariable } from './classes.ts';
import { exportInitializer, noteExportAlias } from './commonjs.ts';
import type { Context } from './context.ts';
import {
  bindDeclaration,
  bodyStartOf,
  declare,
  SHOWN_INITIALIZER_CHARS_MAX,
  surroundingModifiers,
} from './declare.ts';
import { expressionOf, expressionOrUnknown } from './expressions.ts';
import type { Surroundings } from './hoist.ts';
import { hoistRequire } from './modules.ts';
import { boundNames } from './patterns.ts';
import { type Binding, bindingExpression, localBinding, Scope } from './scope.ts';
import {
  CLASS_TYPES,
  childOfType,
  FUNCTION_TYPES,
  lastChild,
  type Syntax,
  unwrap,
} from './syntax.ts';
import { annotationOf } from './types/types.ts';

export function declareVariables(
  context: Context,
  statement: Syntax,
  scope: Scope,
  around: Surroundings,
): void {
  const declarators = statement.children.filter((child) => child.type === 'variable_declarator');
  declarators.forEach((declarator, index) => {
    // Each declarator of a statement shows its own text. The first one also includes the
    // statement's beginning.
    const start = index === 0 ? around.outer.start : declarator.start;
    const outer = declarators.length === 1 ? around.outer : { ...declarator, start };
    declareVariable(context, statement, declarator, scope, { ...around, outer });
  });
}

interface Declarator {
  readonly node: Syntax;
  readonly pattern: Syntax;
  readonly value: Syntax | undefined;
}

function declareVariable(
  context: Context,
  statement: Syntax,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): void {
  const pattern = node.children[0];
  if (pattern === undefined) return;
  const last = lastChild(node);
  const initializer = last === pattern || last?.type === 'type_annotation' ? undefined : last;
  const value = initializer && exportInitializer(context, pattern, unwrap(initializer), scope);
  if (value !== undefined && hoistRequire(context, pattern, value, scope)) return;
  if (value !== undefined && !scope.isLocal) noteExportAlias(context, pattern, value);
  const declarator: Declarator = { node, pattern, value };
  if (pattern.type === 'identifier' && value !== undefined) {
    if (FUNCTION_TYPES.has(value.type)) {
      return declareFunctionVariable(context, statement, { ...declarator, value }, scope, around);
    }
    if (CLASS_TYPES.has(value.type)) {
      declareClassVariable(context, value, context.textOf(pattern), scope, around);
      return;
    }
  }
  if (scope.isLocal) bindLocal(context, declarator, scope);
  else declareNames(context, statement, declarator, scope, around);
}

/** Declares `const f = () => {}` as a function, because readers and callers treat it as one. */
function declareFunctionVariable(
  context: Context,
  statement: Syntax,
  { node, pattern, value }: Declarator & { readonly value: Syntax },
  scope: Scope,
  around: Surroundings,
): void {
  const name = context.textOf(pattern);
  const modifiers = [
    ...variableModifiers(context, statement, around),
    ...callableModifiers(context, value),
  ];
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'function',
    parent: scope.owner,
    exported: around.exported,
    modifiers,
    bodyStart: bodyStartOf(value),
  });
  context.declared.set(value, index);
  bindDeclaration(context, scope, name, index, 'function');
  if (around.exported) context.exportDeclaration(scope.owner, name, index);
  context.later.push(() => {
    at(context.shapes, index).type = annotationOf(context, node, scope);
  });
  const self =
    value.type === 'arrow_function'
      ? scope.self
      : ({ form: 'instance', declaration: index } as const);
  describeCallable(context, value, index, scope, { owner: index, self });
}

function variableModifiers(context: Context, statement: Syntax, around: Surroundings): Modifier[] {
  const modifiers: Modifier[] = [];
  if (context.text.startsWith('const', statement.start)) modifiers.push('const');
  modifiers.push(...surroundingModifiers({ ...around, isDefault: false }));
  return modifiers;
}

function bindLocal(context: Context, { node, pattern, value }: Declarator, scope: Scope): void {
  const binding = variableBinding(context, node, value, scope);
  if (value?.type === 'object' && binding.form === 'local') binding.isObject = true;
  for (const bound of boundNames(context, pattern, binding)) {
    scope.values.set(bound.name, bound.value);
  }
}

/** Returns a variable's value: its annotation, else its initializer. */
function variableBinding(
  context: Context,
  declarator: Syntax,
  value: Syntax | undefined,
  scope: Scope,
): Binding {
  return localBinding(() => {
    const type = annotationOf(context, declarator, scope);
    if (type !== NO_EXPRESSION) return context.ofType(type);
    return value === undefined || value.type === 'null'
      ? assignedValue(context, declarator, scope)
      : expressionOf(context, value, scope);
  });
}

/** Declares `export default { … }` and other unnamed values as a variable named `default`. */
export function declareDefaultValue(
  context: Context,
  value: Syntax,
  scope: Scope,
  around: Surroundings,
): number {
  const index = declare(context, {
    node: value,
    outer: around.outer,
    name: 'default',
    kind: 'variable',
    parent: scope.owner,
    exported: true,
    modifiers: ['default'],
    bodyStart: bodyOf(around.outer, value),
    signatureEnd: shownEnd(value),
  });
  const owned = new Scope(scope, { owner: index });
  context.scopes.set(around.outer, owned);
  context.later.push(() => {
    at(context.shapes, index).value = context.orNone(expressionOf(context, value, owned));
  });
  return index;
}

/**
 * Declares the names that a file-level variable binds. A destructuring declares each of its names.
 */
function declareNames(
  context: Context,
  statement: Syntax,
  { node, pattern, value }: Declarator,
  scope: Scope,
  around: Surroundings,
): void {
  const single = pattern.type === 'identifier';
  let owned: Scope | undefined;
  const isLater = value === undefined || value.type === 'null';
  const whole = localBinding(() =>
    isLater
      ? assignedValue(context, node, scope)
      : expressionOrUnknown(context, value, owned ?? scope),
  );
  for (const bound of boundNames(context, pattern, whole)) {
    const index = declare(context, {
      node: single ? node : bound.node,
      // Each of several names has its own position. The signature shows the whole statement.
      outer: single ? around.outer : bound.node,
      signatureStart: around.outer.start,
      name: bound.name,
      kind: 'variable',
      parent: scope.owner,
      exported: around.exported,
      modifiers: variableModifiers(context, statement, around),
      bodyStart: single ? bodyOf(around.outer, value) : bound.node.end,
      signatureEnd: value === undefined ? around.outer.end : shownEnd(value),
    });
    // Code in the initializer belongs to the variable, or to no variable if there are several.
    if (single) owned = new Scope(scope, { owner: index });
    bindDeclaration(context, scope, bound.name, index, 'variable');
    if (around.exported) context.exportDeclaration(scope.owner, bound.name, index);
    const shape = at(context.shapes, index);
    context.later.push(() => {
      if (single) shape.type = annotationOf(context, node, scope);
      shape.value = context.orNone(bindingExpression(context, bound.value));
    });
  }
  if (owned !== undefined) context.scopes.set(node, owned);
}

/**
 * Returns where a variable's body begins: at the initializer if it is too long for the signature.
 */
function bodyOf(outer: Syntax, value: Syntax | undefined): number {
  return value === undefined || shownEnd(value) === value.end ? outer.end : value.start;
}

/** Returns where the signature ends. Short initializers belong to it. */
function shownEnd(value: Syntax): number {
  const isShort = value.end - value.start <= SHOWN_INITIALIZER_CHARS_MAX;
  return isShort && childOfType(value, 'statement_block') === undefined ? value.end : value.start;
}
