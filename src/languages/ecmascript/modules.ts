/** Import statements, `require` and `import()`. */
import { at } from '../../base/assert.ts';

import type { ImportForm } from '../../model/facts.ts';

import type { Context } from './context.ts';
import type { Binding, Scope } from './scope.ts';
import { childOfType, childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { unquote } from './text.ts';

export function addImport(
  context: Context,
  specifier: string,
  form: ImportForm,
  names: readonly string[],
  offset: number,
): number {
  context.imports.push({ specifier, form, names, line: context.lineOf(offset) });
  return context.imports.length - 1;
}

export function addBinding(context: Context, module: number, name: string): Binding {
  context.bindings.push({ module, name });
  return { form: 'import', index: context.bindings.length - 1 };
}

export function bind(scope: Scope, name: string, binding: Binding): void {
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
export function specifierNames(
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
