/** Import and export statements, `require` and `import()`. */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId, ImportForm } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { type Binding, bindingExpression, type Scope, valueNamed } from './scope.ts';
import { childOfType, childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { unquote } from './text.ts';
import { entityExpression } from './types/types.ts';

function addImport(
  context: Context,
  specifier: string,
  form: ImportForm,
  names: readonly string[],
  offset: number,
): number {
  context.imports.push({ specifier, form, names, line: context.lineOf(offset) });
  return context.imports.length - 1;
}

function addBinding(context: Context, module: number, name: string): Binding {
  context.bindings.push({ module, name });
  return { form: 'import', index: context.bindings.length - 1 };
}

function bind(scope: Scope, name: string, binding: Binding): void {
  scope.values.set(name, binding);
  scope.types.set(name, binding);
}

/**
 * Returns the import number of `require('x')`, `import('x')` or a type's `import('x')`; −1 for
 * other calls.
 */
export function importedModule(context: Context, call: Syntax): number {
  if (call.type === 'identifier') return moduleAsName(context, call);
  const [callee] = call.children;
  const isImport = callee?.type === 'import';
  const isRequire = callee?.type === 'identifier' && context.textOf(callee) === 'require';
  if (!isImport && !isRequire) return -1;
  const argument = childOfType(call, 'arguments')?.children[0];
  if (argument === undefined || !isLiteral(argument)) return -1;
  const index = context.modules.get(call);
  if (index !== undefined) return index;
  return addModule(context, call, unquote(context.textOf(argument)), isRequire);
}

function addModule(context: Context, call: Syntax, specifier: string, isRequire: boolean): number {
  const form: ImportForm = isRequire ? 'require' : isInType(call) ? 'type' : 'dynamic';
  const added = addImport(context, specifier, form, ['*'], call.start);
  context.modules.set(call, added);
  return added;
}

/**
 * Returns the import for `import('x')` before type arguments, which pre-parse.ts rewrites as a
 * name.
 */
function moduleAsName(context: Context, name: Syntax): number {
  if (context.text[name.end - 1] !== ')') return -1;
  const known = context.modules.get(name);
  if (known !== undefined) return known;
  const specifier = /(['"])(.*)\1/.exec(context.textOf(name))?.[2] ?? '';
  return addModule(context, name, specifier, false);
}

/** Whether `import('x').Name` is in a type position. */
function isInType(call: Syntax): boolean {
  let holder = call.parent;
  while (/^(member_expression|nested_(type_)?identifier)$/.test(holder?.type ?? ''))
    holder = holder?.parent;
  return /(?<!as)_type$|annotation$|^type_(query|arguments|alias_declaration)$/.test(
    holder?.type ?? '',
  );
}

function isLiteral(node: Syntax): boolean {
  return (
    node.type === 'string' ||
    (node.type === 'template_string' && childOfType(node, 'template_substitution') === undefined)
  );
}

/** Binds the names of an import statement. */
export function hoistImport(context: Context, node: Syntax, scope: Scope): void {
  const requireClause = childOfType(node, 'import_require_clause');
  const source = childOfType(requireClause ?? node, 'string');
  if (source === undefined) return;
  const specifier = unquote(context.textOf(source));
  if (requireClause !== undefined) {
    const module = addImport(context, specifier, 'require', ['='], node.start);
    const name = requireClause.children[0];
    if (name !== undefined) bind(scope, context.textOf(name), addBinding(context, module, '='));
    return;
  }
  const clause = childOfType(node, 'import_clause');
  const names = clause === undefined ? [] : clauseNames(context, clause);
  const typeOnly =
    isInComment(context, node) ||
    /^import\s+type\b(?!\s*(,|from\b))/.test(context.text.slice(node.start, node.start + 40)) ||
    (names.length > 0 && names.every((name) => name.typeOnly));
  const module = addImport(
    context,
    specifier,
    typeOnly ? 'type' : 'import',
    names.map((name) => name.imported),
    node.start,
  );
  for (const name of names) bind(scope, name.local, addBinding(context, module, name.imported));
}

/** Whether an import statement was made of `@import` in JSDoc. */
function isInComment(context: Context, node: Syntax): boolean {
  return context.text[node.start] === '@';
}

interface ImportedName {
  readonly imported: string;
  readonly local: string;
  readonly typeOnly: boolean;
}

function clauseNames(context: Context, clause: Syntax): readonly ImportedName[] {
  return clause.children.flatMap((part): ImportedName[] => {
    if (part.type === 'identifier') {
      return [{ imported: 'default', local: context.textOf(part), typeOnly: false }];
    }
    if (part.type === 'namespace_import') {
      const local = part.children[0];
      return local === undefined
        ? []
        : [{ imported: '*', local: context.textOf(local), typeOnly: false }];
    }
    return childrenOfType(part, 'import_specifier').map((specifier): ImportedName => {
      const [imported, local] = specifierNames(context, specifier);
      const typeOnly =
        /^type\s/.test(context.textOf(specifier)) &&
        specifier.start !== specifier.children[0]?.start;
      return { imported, local, typeOnly };
    });
  });
}

/**
 * Returns the names before and after `as`, which are equal without `as`. They are read from the
 * text because the grammars have no node for `default`, nor for a name `type`.
 */
function specifierNames(
  context: Context,
  specifier: Syntax,
): readonly [source: string, name: string] {
  const text = context.textOf(specifier);
  const [first, last] = [specifier.children[0], lastChild(specifier)];
  if (first === undefined || last === undefined) return [text, text];
  const spelled = /^(?:type\s+)?(default|type)\s+as\b/.exec(text)?.[1];
  const name = /\bas\s+default$/.test(text) ? 'default' : context.textOf(last);
  return [spelled ?? unquote(context.textOf(first)), unquote(name)];
}

/** Binds `const { a, b: c } = require('x')` and `const x = require('x')` like imports. */
export function hoistRequire(
  context: Context,
  pattern: Syntax,
  call: Syntax,
  scope: Scope,
): boolean {
  if (call.type === 'member_expression') return hoistRequiredMember(context, pattern, call, scope);
  const module = requiredModule(context, call);
  if (module < 0) return false;
  if (pattern.type === 'identifier') {
    bind(scope, context.textOf(pattern), addBinding(context, module, '='));
    return true;
  }
  if (pattern.type !== 'object_pattern') return false;
  const names: string[] = [];
  for (const part of pattern.children) {
    const [name, local] = part.type === 'pair_pattern' ? part.children : [part, part];
    if (name === undefined || local === undefined || local.children.length > 0) continue;
    names.push(unquote(context.textOf(name)));
    bind(scope, context.textOf(local), addBinding(context, module, unquote(context.textOf(name))));
  }
  nameImports(context, module, names);
  return true;
}

function requiredModule(context: Context, call: Syntax): number {
  if (call.type !== 'call_expression' || call.children[0]?.type !== 'identifier') return -1;
  return importedModule(context, call);
}

/** Binds `const z = require('x').z` like `import { z }`. */
function hoistRequiredMember(
  context: Context,
  pattern: Syntax,
  member: Syntax,
  scope: Scope,
): boolean {
  const [call, name] = member.children;
  const module = call === undefined ? -1 : requiredModule(context, call);
  if (module < 0 || name === undefined || pattern.type !== 'identifier') return false;
  bind(scope, context.textOf(pattern), addBinding(context, module, context.textOf(name)));
  nameImports(context, module, [context.textOf(name)]);
  return true;
}

/** Records the names taken from a `require`, which become known only after its import was added. */
function nameImports(context: Context, module: number, names: readonly string[]): void {
  const fact = at(context.imports, module);
  if (names.length > 0) context.imports[module] = { ...fact, names };
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
