/** Assignments that declare: `exports.x =`, `module.exports =`, `X.prototype.m =`, `object.m = function`. */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { describeCallable } from './callables.ts';
import { describeClass } from './classes.ts';
import type { Context } from './context.ts';
import { bodyStartOf, declare } from './declare.ts';
import { expressionOf } from './expressions.ts';
import { exportLocal } from './modules.ts';
import type { Scope, Self } from './scope.ts';
import { CLASS_TYPES, FUNCTION_TYPES, lastChild, type Syntax, unwrap } from './syntax.ts';

/** What an assignment's left side means. */
type Target =
  | { readonly form: 'module' }
  | { readonly form: 'export'; readonly name: string }
  | { readonly form: 'prototype'; readonly object: string; readonly name: string }
  | { readonly form: 'member'; readonly object: string; readonly name: string };

function targetOf(text: string): Target | undefined {
  const parts = text.split('.').map((part) => part.trim());
  if (!parts.every((part) => /^[\w$]+$/.test(part))) return undefined;
  const name = parts[parts.length - 1] ?? '';
  const object = parts[0] ?? '';
  if (text === 'module.exports') return { form: 'module' };
  if (parts.length === 2 && object === 'exports') return { form: 'export', name };
  if (parts.length === 3 && text.startsWith('module.exports.')) return { form: 'export', name };
  if (parts.length === 3 && parts[1] === 'prototype') return { form: 'prototype', object, name };
  if (parts.length === 2 && object !== 'this') return { form: 'member', object, name };
  return undefined;
}

/** Declares what `a = b = value` assigns, for every target in the chain. */
export function declareAssignment(context: Context, node: Syntax, scope: Scope): void {
  if (!context.commonJs || scope.isLocal) return;
  const targets: Syntax[] = [];
  let value: Syntax = node;
  while (value.type === 'assignment_expression') {
    const [target, next] = [value.children[0], lastChild(value)];
    if (target === undefined || next === undefined) return;
    targets.push(target);
    value = unwrap(next);
  }
  const isCallable = FUNCTION_TYPES.has(value.type) || CLASS_TYPES.has(value.type);
  let declared = -1;
  for (const targetNode of targets) {
    const target = targetOf(context.textOf(targetNode));
    if (target === undefined) continue;
    // `a.get = a.header = function` is one symbol; it goes by its first name.
    if (isCallable && target.form !== 'module' && declared < 0) {
      declared = declareCallable(context, node, target, targetNode, value, scope);
    }
    exportTarget(context, target, value, declared, scope);
  }
  if (
    isCallable &&
    declared < 0 &&
    targets.some((part) => context.textOf(part) === 'module.exports')
  ) {
    declareModuleFunction(context, node, value, scope);
  }
}

function declareCallable(
  context: Context,
  node: Syntax,
  target: Exclude<Target, { form: 'module' }>,
  targetNode: Syntax,
  value: Syntax,
  scope: Scope,
): number {
  let parent = -1;
  if (target.form !== 'export') {
    const binding = scope.value(target.object);
    if (binding?.form !== 'declaration') return -1;
    parent = binding.index;
  }
  const isClass = CLASS_TYPES.has(value.type);
  const index = declare(context, {
    node: targetNode,
    outer: node.parent?.type === 'expression_statement' ? node.parent : node,
    name: target.name,
    kind: isClass ? 'class' : parent >= 0 ? 'method' : 'function',
    parent,
    exported: target.form === 'export',
    modifiers: target.form === 'member' ? ['static'] : [],
    bodyStart: bodyStartOf(value),
  });
  context.declared.set(value, index);
  if (isClass) describeClass(context, value, index, scope);
  else
    describeCallable(context, value, index, scope, {
      owner: index,
      self: selfOf(context, parent, index, target),
    });
  return index;
}

function selfOf(context: Context, parent: number, index: number, target: Target): Self {
  if (parent < 0) return { form: 'instance', declaration: index };
  if (target.form === 'prototype') return { form: 'instance', declaration: parent };
  return { form: 'value', expression: context.table.add(OP.declaration, parent) };
}

/** `module.exports = function name() {}` and `= class {}`: the module's one symbol. */
function declareModuleFunction(context: Context, node: Syntax, value: Syntax, scope: Scope): void {
  const nameChild = value.children.find((child) => /^(type_)?identifier$/.test(child.type));
  const isClass = CLASS_TYPES.has(value.type);
  const isNamed = nameChild !== undefined && value.type !== 'arrow_function';
  const index = declare(context, {
    node: value,
    outer: node.parent?.type === 'expression_statement' ? node.parent : node,
    name: isNamed ? context.textOf(nameChild) : 'module.exports',
    kind: isClass ? 'class' : 'function',
    parent: -1,
    exported: true,
    bodyStart: bodyStartOf(value),
  });
  if (isClass) describeClass(context, value, index, scope);
  else
    describeCallable(context, value, index, scope, {
      owner: index,
      self: { form: 'instance', declaration: index },
    });
}

function exportTarget(
  context: Context,
  target: Target,
  value: Syntax,
  declared: number,
  scope: Scope,
): void {
  if (target.form !== 'module' && target.form !== 'export') return;
  const name = target.form === 'module' ? '=' : target.name;
  context.later.push(() => {
    const expression: ExpressionId =
      declared >= 0 && target.form === 'export'
        ? context.table.add(OP.declaration, declared)
        : expressionOf(context, value, scope);
    exportLocal(context, name, expression);
    if (target.form === 'module') exportObject(context, value);
  });
}

/** `module.exports = { a, b }` marks a and b as exported; readers find them as members of the object. */
function exportObject(context: Context, value: Syntax): void {
  if (value.type !== 'object') return;
  for (const member of value.children) {
    if (member.type === 'shorthand_property_identifier') {
      const index = context.latestDeclaration(-1, context.textOf(member));
      if (index >= 0) at(context.declarations, index).exported = true;
    }
  }
}
