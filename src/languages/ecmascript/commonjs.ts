/**
 * Assignments that declare symbols: `exports.x =`, `module.exports =`, `X.prototype.m =`, `object.m
 * = function`.
 */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { callableModifiers, describeCallable } from './callables.ts';
import { describeClass } from './classes.ts';
import type { Context } from './context.ts';
import { bodyStartOf, declare } from './declare.ts';
import { markExported } from './exports.ts';
import { expressionOf } from './expressions.ts';
import { importedModule } from './modules.ts';
import { addPrototypeMember, addStaticMember, assignPrototype } from './prototypes.ts';
import { bindingExpression, type Scope, type Self } from './scope.ts';
import { CLASS_TYPES, FUNCTION_TYPES, lastChild, type Syntax, unwrap } from './syntax.ts';
import { annotationOf } from './types/types.ts';

/** The declaration target that an assignment's left side denotes. */
type Target =
  | { readonly form: 'module' }
  | { readonly form: 'export'; readonly name: string }
  | { readonly form: 'prototype'; readonly object: string; readonly name: string }
  /** Assignment to the whole of `X.prototype`. */
  | { readonly form: 'prototypes'; readonly object: string }
  | { readonly form: 'member'; readonly object: string; readonly name: string };

function targetOf(context: Context, node: Syntax): Target | undefined {
  const text = context.textOf(node);
  const dotted = text.replace(/\[\s*(['"])([\w$]+)\1\s*\]/g, '.$2');
  const parts = dotted.split('.').map((part) => part.trim());
  if (!parts.every((part) => /^[\w$]+$/.test(part))) return undefined;
  const name = parts[parts.length - 1] ?? '';
  const object = parts[0] ?? '';
  if (text === 'module.exports') return { form: 'module' };
  if (parts.length === 2 && (object === 'exports' || context.exportAliases.has(object)))
    return { form: 'export', name };
  if (parts.length === 3 && dotted.startsWith('module.exports.')) return { form: 'export', name };
  if (parts.length === 3 && parts[1] === 'prototype') return { form: 'prototype', object, name };
  if (parts.length === 2 && name === 'prototype') return { form: 'prototypes', object };
  if (parts.length === 2 && object !== 'this') return { form: 'member', object, name };
  return undefined;
}

/** Records `var api = exports` and `var api = module.exports`: members of `api` are exports. */
export function noteExportAlias(context: Context, pattern: Syntax, value: Syntax): void {
  if (!context.commonJs || !/^(module\.)?exports$/.test(context.textOf(value))) return;
  context.exportAliases.add(context.textOf(pattern));
}

/**
 * Declares the symbols of `a = b = value`, for every target in the chain. Exports also count in
 * blocks and anonymous functions, because modules are often wrapped in them.
 */
export function declareAssignment(context: Context, node: Syntax, scope: Scope): void {
  const targets: Syntax[] = [];
  let value: Syntax = node;
  while (value.type === 'assignment_expression') {
    const [target, next] = value.children;
    if (target === undefined || next === undefined) return;
    targets.push(target);
    value = unwrap(next);
  }
  const isCallable = FUNCTION_TYPES.has(value.type) || CLASS_TYPES.has(value.type);
  let declared = -1;
  for (const targetNode of targets) {
    const target = targetOf(context, targetNode);
    if (target === undefined) continue;
    const isOfSymbol = 'object' in target && ownsAssignedMembers(context, target.object, scope);
    // TypeScript lets code give members to functions only.
    if (!context.commonJs && (target.form !== 'member' || !isOfSymbol)) continue;
    if (scope.isLocal && target.form === 'member' && !isOfSymbol) {
      const isDeclared =
        isCallable && declareLocalMember(context, node, { target, targetNode, value }, scope);
      if (!isDeclared) addMember(context, target, value, scope);
      continue;
    }
    const isCommon = scope.owner === -1 && isExport(target);
    if (scope.isLocal && !isOfSymbol && !isCommon) continue;
    // `a.get = a.header = function` declares one symbol, named after its first target.
    if (target.form === 'prototypes') assignPrototype(context, target.object, value, scope);
    else if (isCallable && target.form !== 'module' && declared < 0) {
      declared = declareCallable(context, node, target, targetNode, value, scope);
    } else if (target.form === 'prototype') {
      addPrototypeMember(context, target, { target: targetNode, value, declared }, scope);
    } else if (target.form === 'member') {
      addStaticMember(context, target, { target: targetNode, value, declared }, scope);
    }
    exportTarget(context, target, { node, value, declared }, scope);
  }
  if (
    isCallable &&
    declared < 0 &&
    targets.some((part) => context.textOf(part) === 'module.exports')
  ) {
    declareModuleFunction(context, node, value, scope);
  }
}

/**
 * Exports a variable by `const x = exports.y = value`, and returns the value. Returns other
 * initializers unchanged.
 */
export function exportInitializer(
  context: Context,
  pattern: Syntax,
  initializer: Syntax,
  scope: Scope,
): Syntax {
  const targets: Syntax[] = [];
  let value = initializer;
  while (context.commonJs && value.type === 'assignment_expression') {
    const [target, next] = value.children;
    if (target === undefined || next === undefined) break;
    targets.push(target);
    value = unwrap(next);
  }
  // What is another name of something else is exported as that.
  const exported = /^(identifier|member_expression)$/.test(value.type) ? value : pattern;
  for (const node of targets) {
    const target = targetOf(context, node);
    if (target === undefined) continue;
    context.exportTargets.add(node);
    if (target.form === 'member') {
      addMember(context, target, exported, scope);
      const member = { target: node, value: exported, declared: -1 };
      addStaticMember(context, target, member, scope);
    }
    exportTarget(context, target, { node: initializer, value: exported, declared: -1 }, scope);
  }
  return value;
}

/** Whether a name is that of a function or class, also of one inside a function. */
function ownsAssignedMembers(context: Context, name: string, scope: Scope): boolean {
  const binding = scope.value(name);
  if (binding?.form !== 'declaration') return false;
  const kind = context.kindOf(binding.index);
  return kind === 'function' || (kind === 'class' && context.commonJs);
}

function isExport(target: Target): boolean {
  return target.form === 'export' || target.form === 'module';
}

function declareCallable(
  context: Context,
  node: Syntax,
  target: Exclude<Target, { form: 'module' | 'prototypes' }>,
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
    modifiers: [
      ...(target.form === 'member' ? (['static'] as const) : []),
      ...(isClass ? [] : callableModifiers(context, value)),
    ],
    bodyStart: bodyStartOf(value),
  });
  context.declared.set(value, index);
  if (!isClass && parent < 0) {
    context.later.push(() => {
      at(context.shapes, index).type = annotationOf(context, node, scope);
    });
  }
  if (target.form === 'export' && !isClass) context.exportedFunctions.add(index);
  if (isClass) describeClass(context, value, index, scope);
  else
    describeCallable(context, value, index, scope, {
      owner: index,
      self: selfOf(context, parent, index, target),
    });
  return index;
}

interface AssignedMember {
  readonly target: { readonly object: string; readonly name: string };
  readonly targetNode: Syntax;
  readonly value: Syntax;
}

/** Adds a member to a local object, if the target is one. */
function addMember(
  context: Context,
  { object, name }: { readonly object: string; readonly name: string },
  value: Syntax,
  scope: Scope,
): void {
  const binding = scope.values.get(object);
  if (binding?.form !== 'local' || binding.isObject !== true) return;
  const member = { name, value: () => expressionOf(context, value, scope) };
  binding.members = [...(binding.members ?? []), member];
}

/**
 * Declares the function in `local.member = function () {}`, where `local` is an object literal.
 * Returns false for other targets.
 */
function declareLocalMember(
  context: Context,
  node: Syntax,
  { target, targetNode, value }: AssignedMember,
  scope: Scope,
): boolean {
  const binding = scope.values.get(target.object);
  if (binding?.form !== 'local' || binding.isObject !== true || CLASS_TYPES.has(value.type))
    return false;
  const index = declare(context, {
    node: targetNode,
    outer: node.parent?.type === 'expression_statement' ? node.parent : node,
    name: target.name,
    kind: 'method',
    parent: scope.owner,
    modifiers: callableModifiers(context, value),
    bodyStart: bodyStartOf(value),
  });
  context.declared.set(value, index);
  const member = { name: target.name, value: () => context.table.add(OP.declaration, index) };
  binding.members = [...(binding.members ?? []), member];
  const self: Self = {
    form: 'value',
    get expression() {
      return bindingExpression(context, binding);
    },
  };
  const isArrow = value.type === 'arrow_function';
  describeCallable(context, value, index, scope, {
    owner: index,
    self: isArrow ? scope.self : self,
  });
  return true;
}

function selfOf(context: Context, parent: number, index: number, target: Target): Self {
  if (parent < 0) return { form: 'instance', declaration: index };
  if (target.form === 'prototype') return { form: 'instance', declaration: parent };
  return { form: 'value', expression: context.table.add(OP.declaration, parent) };
}

/** Declares the module's only symbol: `module.exports = function name() {}` or `= class {}`. */
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
    modifiers: isClass ? [] : callableModifiers(context, value),
    bodyStart: bodyStartOf(value),
  });
  if (isClass) describeClass(context, value, index, scope);
  else
    describeCallable(context, value, index, scope, {
      owner: index,
      self: { form: 'instance', declaration: index },
    });
}

interface Assigned {
  readonly node: Syntax;
  readonly value: Syntax;
  /** The declaration of the value; −1 if it has none. */
  readonly declared: number;
}

function exportTarget(
  context: Context,
  target: Target,
  { node, value, declared }: Assigned,
  scope: Scope,
): void {
  if (target.form !== 'module' && target.form !== 'export') return;
  const name = target.form === 'module' ? '=' : target.name;
  const expression = (): ExpressionId => {
    if (declared >= 0 && target.form === 'export')
      return context.table.add(OP.declaration, declared);
    const type = isAlias(context, value) ? NO_EXPRESSION : annotationOf(context, node, scope);
    return type === NO_EXPRESSION
      ? expressionOf(context, value, scope)
      : context.table.add(OP.ofType, type);
  };
  context.ownExports.set(name, expression);
  context.later.push(() => {
    context.exports.push({ form: 'local', name, expression: expression() });
    markExported(context, expression());
    if (target.form === 'module') exportObject(context, value, scope);
  });
}

/**
 * Whether an export is another name of something else. Its `@type` then says nothing: it is often
 * meant as a title.
 */
function isAlias(context: Context, value: Syntax): boolean {
  return (
    FUNCTION_TYPES.has(value.type) ||
    CLASS_TYPES.has(value.type) ||
    /^[\w$.]+$/.test(context.textOf(value)) ||
    importedModule(context, value) >= 0
  );
}

/**
 * Exports a, c and d of `module.exports = { a, b: c, d() {} }`. Importers find them as members of
 * the object.
 */
function exportObject(context: Context, value: Syntax, scope: Scope): void {
  if (value.type !== 'object') return;
  for (const member of value.children) {
    const declared = context.declared.get(member);
    if (declared !== undefined) at(context.declarations, declared).exported = true;
    else if (member.type !== 'spread_element') {
      markExported(context, expressionOf(context, lastChild(member) ?? member, scope));
    }
  }
}

/**
 * Returns the value of `exports.x` or `module.exports.x` inside its own module, or undefined for
 * all other members.
 */
export function ownExport(
  context: Context,
  object: Syntax,
  name: string,
  scope: Scope,
): ExpressionId | undefined {
  if (!context.commonJs || context.ownExports.size === 0) return undefined;
  const text = context.textOf(object);
  if (context.exportAliases.has(text)) {
    if (scope.value(text)?.form !== 'declaration') return undefined;
  } else if (text === 'this') {
    // An exported function is called as a member of the module.
    if (scope.self?.form !== 'instance' || scope.self.declaration !== scope.owner) return undefined;
    if (!context.exportedFunctions.has(scope.owner)) return undefined;
  } else if (text !== 'exports' && text !== 'module.exports') return undefined;
  if (scope.value('exports') !== undefined || scope.value('module') !== undefined) return undefined;
  const own = context.ownExports.get(name);
  if (own !== undefined) return own();
  const whole = text === 'module.exports' ? context.ownExports.get('=') : undefined;
  return whole && context.member(whole(), name);
}
