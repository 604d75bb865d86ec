/** Export statements, and import aliases, which may be exported. */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { addBinding, addImport, bind, specifierNames } from './modules.ts';
import { type Binding, bindingExpression, type Scope, valueNamed } from './scope.ts';
import { childOfType, childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { unquote } from './text.ts';
import { entityExpression } from './types/types.ts';

/** Reads export statements that name things declared elsewhere, in this module or another. */
export function exportStatement(context: Context, node: Syntax, scope: Scope): void {
  const source = childOfType(node, 'string');
  const clause = childOfType(node, 'export_clause');
  const namespace = childOfType(node, 'namespace_export');
  const head = context.text.slice(node.start, node.start + 40);
  if (
    source !== undefined &&
    (clause ?? namespace ?? /^export\s+(type\s+)?\*/.exec(head)) !== null
  ) {
    exportFrom(context, node, source, scope, {
      clause,
      namespace,
      typeOnly: /^export\s+type\b/.test(head),
    });
  } else if (clause !== undefined) {
    for (const { source: local, name } of exportSpecifiers(context, clause)) {
      const expression = entityNamed(context, scope, local);
      exportLocal(context, scope, name, expression);
      exportThroughNamespace(context, scope, name, expression);
    }
  } else {
    exportExpression(context, node, head, scope);
  }
}

/**
 * Exports what a namespace exports by name, if the namespace is all that the file exports:
 * `declare namespace f { export { A } } export = f`.
 */
function exportThroughNamespace(
  context: Context,
  scope: Scope,
  name: string,
  expression: ExpressionId,
): void {
  const owner = context.declarations[scope.owner];
  if (owner?.kind !== 'namespace' || owner.parent !== -1) return;
  context.later.push(() => {
    const whole = context.exports.find((row) => row.form === 'local' && row.name === '=');
    if (whole?.form !== 'local' || context.table.opOf(whole.expression) !== OP.declaration) return;
    const exported = at(context.declarations, context.table.operandOf(whole.expression, 0));
    if (exported.name === owner.name) context.exports.push({ form: 'local', name, expression });
  });
}

function entityNamed(context: Context, scope: Scope, name: string): ExpressionId {
  const binding = scope.value(name) ?? scope.type(name);
  return binding?.form === 'import'
    ? context.table.add(OP.binding, binding.index)
    : binding?.form === 'declaration'
      ? context.table.add(OP.declaration, binding.index)
      : valueNamed(context, scope, name);
}

interface ExportSource {
  readonly clause: Syntax | undefined;
  readonly namespace: Syntax | undefined;
  readonly typeOnly: boolean;
}

function exportSpecifiers(
  context: Context,
  clause: Syntax | undefined,
): readonly { readonly source: string; readonly name: string }[] {
  const specifiers = clause === undefined ? [] : childrenOfType(clause, 'export_specifier');
  return specifiers.map((specifier) => {
    const [source, name] = specifierNames(context, specifier);
    return { source, name };
  });
}

function exportFrom(
  context: Context,
  node: Syntax,
  source: Syntax,
  scope: Scope,
  parts: ExportSource,
): void {
  const specifiers = exportSpecifiers(context, parts.clause);
  const names = parts.clause === undefined ? ['*'] : specifiers.map((entry) => entry.source);
  const form = parts.typeOnly ? 'reexportType' : 'reexport';
  const module = addImport(context, unquote(context.textOf(source)), form, names, node.start);
  if (scope.owner !== -1) return;
  if (parts.namespace !== undefined) {
    const name = lastChild(parts.namespace);
    const exported = name === undefined ? '*' : unquote(context.textOf(name));
    context.exports.push({ form: 'from', name: exported, module, source: '*' });
  } else if (parts.clause === undefined) {
    context.exports.push({ form: 'all', module });
  }
  for (const entry of specifiers) context.exports.push({ form: 'from', module, ...entry });
}

/**
 * Adds a row to the export table and marks the declaration as exported. Exports of a namespace or
 * an ambient module are not part of the file's table.
 */
export function exportLocal(
  context: Context,
  scope: Scope,
  name: string,
  expression: ExpressionId,
): void {
  if (scope.owner !== -1) {
    if (name === '=' || name === 'default') markDefault(context, scope.owner, expression);
    return;
  }
  context.exports.push({ form: 'local', name, expression });
  const index = markExported(context, expression);
  if (index >= 0 && name === 'default') context.defaultExported.add(index);
}

/** Marks what a declared module exports as a whole: `declare module 'x' { … export = f }`. */
function markDefault(context: Context, module: number, expression: ExpressionId): void {
  if (context.table.opOf(expression) !== OP.declaration) return;
  const { name } = at(context.declarations, context.table.operandOf(expression, 0));
  for (const declared of context.declarations) {
    if (declared.parent === module && declared.name === name)
      declared.modifiers |= modifierBits(['default']);
  }
}

/**
 * Marks the declaration that an expression names as exported, if it is at file level. Returns its
 * number, else −1.
 */
export function markExported(context: Context, expression: ExpressionId): number {
  if (context.table.opOf(expression) !== OP.declaration) return -1;
  const index = context.table.operandOf(expression, 0);
  const declared = at(context.declarations, index);
  if (declared.parent !== -1) return -1;
  declared.exported = true;
  // `export { X }` exports every declaration of that name, both value and type.
  if (index < context.fileLevelCount) context.exportedNames.add(declared.name);
  return index;
}

/**
 * Handles `export default x` and `export = x`. Declarations inside an export statement are hoisted
 * elsewhere.
 */
function exportExpression(context: Context, node: Syntax, head: string, scope: Scope): void {
  const value = lastChild(node);
  if (
    value === undefined ||
    /_declaration$|^function_signature$|^internal_module$/.test(value.type)
  ) {
    return;
  }
  if (/^export\s*=/.test(head))
    exportLocal(context, scope, '=', expressionOf(context, value, scope));
  else if (/\bdefault\s/.test(head) && !context.declared.has(value)) {
    const expression =
      value.type === 'identifier'
        ? entityNamed(context, scope, context.textOf(value))
        : expressionOf(context, value, scope);
    exportLocal(context, scope, 'default', expression);
  }
}

/** Binds `import A = N.B`, which makes A an alias of N.B. If exported, the module exports A too. */
export function hoistImportAlias(
  context: Context,
  node: Syntax,
  scope: Scope,
  exported: boolean,
): void {
  const [name, entity] = node.children;
  if (name === undefined || entity === undefined) return;
  const binding = requiredAlias(context, node, entity) ?? {
    form: 'local',
    evaluate: () => entityExpression(context, entity, scope),
    memo: undefined,
  };
  bind(scope, context.textOf(name), binding);
  if (!exported) return;
  context.later.push(() => {
    const expression = bindingExpression(context, binding);
    exportLocal(context, scope, context.textOf(name), expression);
    exportThroughNamespace(context, scope, context.textOf(name), expression);
  });
}

/**
 * Handles `export import A = require('x')`, which the grammar reads as an alias of `require`
 * followed by `('x')`.
 */
function requiredAlias(context: Context, node: Syntax, entity: Syntax): Binding | undefined {
  if (context.textOf(entity) !== 'require') return undefined;
  const specifier = /^\s*\(\s*(['"])(.*?)\1\s*\)/.exec(context.text.slice(entity.end))?.[2];
  if (specifier === undefined) return undefined;
  return addBinding(context, addImport(context, specifier, 'require', ['='], node.start), '=');
}
