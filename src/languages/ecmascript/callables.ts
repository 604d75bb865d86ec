/** Functions and methods as declarations. */
import { at } from '../../base/assert.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { Modifier } from '../../model/symbol.ts';
import type { Context } from './context.ts';
import { bindDeclaration, bodyStartOf, declare, surroundingModifiers } from './declare.ts';
import {
  type FunctionRole,
  functionScope,
  ownNameOf,
  parametersOf,
  resultOf,
} from './functions.ts';
import { hoistBody, type Surroundings } from './hoist.ts';
import type { Scope, Self } from './scope.ts';
import { childOfType, type Syntax } from './syntax.ts';
import { wordsBetween } from './text.ts';
import { describeConstructed } from './this-fields.ts';
import { selfParameter } from './types/parameter-flags.ts';
import { annotationOf, typeParametersOf } from './types/types.ts';

/** Declares `function f() {}`. Overload signatures are separate declarations that merge by name. */
export function declareFunction(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): number {
  const nameChild = node.type === 'arrow_function' ? undefined : childOfType(node, 'identifier');
  const name = nameChild === undefined ? 'default' : context.textOf(nameChild);
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'function',
    parent: scope.owner,
    exported: around.exported,
    modifiers: functionModifiers(context, node, around),
    bodyStart: node.type === 'function_signature' ? around.outer.end : bodyStartOf(node),
  });
  if (nameChild !== undefined) bindDeclaration(context, scope, name, index, 'function');
  if (around.exported && !around.isDefault) context.exportDeclaration(scope.owner, name, index);
  // A JavaScript function may be a constructor, so `this` is its instance.
  const self: Self | undefined = context.commonJs
    ? { form: 'instance', declaration: index }
    : undefined;
  describeCallable(context, node, index, scope, { owner: index, self });
  return index;
}

/** Returns the modifiers that a function carries in any position. */
export function callableModifiers(context: Context, node: Syntax): Modifier[] {
  const modifiers: Modifier[] = [];
  if (/^async\b/.test(context.text.slice(node.start, node.start + 6))) modifiers.push('async');
  if (node.type.startsWith('generator')) modifiers.push('generator');
  return modifiers;
}

function functionModifiers(context: Context, node: Syntax, around: Surroundings): Modifier[] {
  return [...callableModifiers(context, node), ...surroundingModifiers(around)];
}

/**
 * Returns the declaration of a function expression. Reuses an existing one, or declares the
 * expression under its own name. Returns −1 for anonymous functions.
 */
export function declareNamedExpression(context: Context, node: Syntax, scope: Scope): number {
  const known = context.declared.get(node);
  if (known !== undefined) return known;
  const name = ownNameOf(context, node);
  if (name === undefined) return -1;
  const index = declare(context, {
    node,
    name,
    kind: 'function',
    parent: scope.owner,
    modifiers: callableModifiers(context, node),
    bodyStart: bodyStartOf(node),
  });
  describeCallable(context, node, index, scope, { owner: index });
  return index;
}

/** Fills a callable's shape and opens its scope. */
export function describeCallable(
  context: Context,
  node: Syntax,
  index: number,
  outer: Scope,
  role: FunctionRole,
): void {
  const hasBody = !/signature$/.test(node.type);
  const scope = functionScope(context, node, outer, role);
  hoistBody(context, node, scope);
  const shape = at(context.shapes, index);
  shape.callable = true;
  if (context.commonJs && node.type === 'function_declaration') {
    describeConstructed(context, node, index);
  }
  context.later.push(() => {
    shape.typeParameters = typeParametersOf(context, node, scope);
    shape.parameters = parametersOf(context, node, scope);
    shape.returns = annotationOf(context, node, scope);
    const list = childOfType(node, 'formal_parameters');
    const self = list && selfParameter(list);
    if (self !== undefined && context.kindOf(index) === 'method')
      shape.type = annotationOf(context, self, scope);
    if (shape.returns === NO_EXPRESSION && hasBody) shape.value = resultOf(context, node, scope);
  });
}

/** Returns the words before a member's name that determine its kind. */
export function memberWords(context: Context, node: Syntax, name: Syntax): ReadonlySet<string> {
  const decorators = node.children.filter((child) => child.type === 'decorator');
  const from = decorators.reduce((end, decorator) => Math.max(end, decorator.end), node.start);
  return wordsBetween(context, from, name.start);
}
