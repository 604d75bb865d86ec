/**
 * Resolves paths (`crate::a::B`, `super::f`, `Self::new`), and the names that `use` and `mod` bind.
 */

import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { memberNamed } from '../../extractors/outline/scope.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { TypedImport } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { STANDARD_NAMES } from './standard.ts';

/** Crates that are never part of a project. */
const STANDARD = /^(std|core|alloc|proc_macro)$/;

/** Returns the names of the inline modules around a node, outermost first. */
function inlineModules(node: Syntax, lowering: Lowering): string[] {
  const names: string[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const name = at.type === 'mod_item' ? fieldOf(at, 'name') : undefined;
    if (name !== undefined) names.unshift(lowering.draft.textOf(name));
  }
  return names;
}

interface Rooted {
  /** Specifier of the module at which the path starts, for the module resolver. */
  readonly specifier: string;
  readonly names: readonly string[];
}

/** Returns where a path starts, or undefined for standard crates. */
function rooted(path: readonly string[], node: Syntax, lowering: Lowering): Rooted | undefined {
  const [first = '', ...rest] = path;
  const around = inlineModules(node, lowering);
  if (first === 'crate') return { specifier: 'crate', names: rest };
  if (first === 'self') return { specifier: 'self', names: [...around, ...rest] };
  if (first === 'super') {
    const count = path.findIndex((name) => name !== 'super');
    const ups = count < 0 ? path.length : count;
    const names = path.slice(ups);
    const above = ups - around.length;
    if (above <= 0) return { specifier: 'self', names: [...around.slice(0, -ups), ...names] };
    return { specifier: Array.from({ length: above }, () => 'super').join('::'), names };
  }
  if (declaresBeside(first, node, lowering)) {
    return { specifier: 'self', names: [...around, ...path] };
  }
  return STANDARD.test(first) ? undefined : { specifier: first, names: rest };
}

/** Whether the module around a node declares a name that can start a path. */
function declaresBeside(name: string, node: Syntax, { draft }: Lowering): boolean {
  let module = node.parent;
  while (module?.parent !== undefined && module.parent.type !== 'mod_item') module = module.parent;
  return (module?.children ?? []).some((item) => {
    if (!/^(mod|enum|struct|trait)_item$/.test(item.type)) return false;
    const declared = fieldOf(item, 'name');
    return declared !== undefined && draft.textOf(declared) === name;
  });
}

/** Follows a path from the module at which it starts. */
function expressionOf({ specifier, names }: Rooted, lowering: Lowering): ExpressionId {
  return names.reduce(
    (object, name) => lowering.draft.member(object, name),
    lowering.module(specifier),
  );
}

function specifierOf({ specifier, names }: Rooted): string {
  return [specifier, ...names].join('::');
}

/** Returns where a path in a doc comment starts, or undefined for a single name in scope. */
export function docStart(
  names: readonly string[],
  node: Syntax,
  lowering: Lowering,
): { readonly owners: readonly ExpressionId[]; readonly count: number } | undefined {
  const [first = ''] = names;
  if (/^(crate|self|super)$/.test(first)) {
    const start = rooted(names, node, lowering);
    if (start === undefined) return undefined;
    const count = names.length - 1;
    const around = start.names.slice(0, -1);
    return { owners: [expressionOf({ ...start, names: around }, lowering)], count };
  }
  if (names.length === 1 || !/^[a-z_]/.test(first) || STANDARD.test(first)) return undefined;
  return { owners: [lowering.named(first, node, 'type'), lowering.module(first)], count: 1 };
}

// --- paths in code --------------------------------------------------------------------------------

/** Resolves a path: a scoped identifier such as `a::b::C`, or the first name of one. */
export function pathExpression(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  switch (node.type) {
    case 'crate':
    case 'super':
      return lowering.module(rooted([node.type], node, lowering)?.specifier ?? 'crate');
    case 'self':
      return lowering.module('self');
    case 'generic_type':
    case 'generic_type_with_turbofish':
      return pathExpression(fieldOf(node, 'type') ?? node, lowering);
    case 'bracketed_type':
      return qualified(node, lowering);
    case 'scoped_identifier':
    case 'scoped_type_identifier':
      return scoped(node, lowering);
    case 'identifier':
    case 'type_identifier':
    case 'metavariable':
      return headName(node, lowering);
    default:
      return draft.unknown;
  }
}

function scoped(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'name');
  const path = fieldOf(node, 'path');
  if (name === undefined) return lowering.draft.unknown;
  const words = wordsOf(node, lowering);
  if (words !== undefined && /^(crate|self|super)$/.test(words[0] ?? '')) {
    const start = rooted(words, node, lowering);
    if (start !== undefined) return expressionOf(start, lowering);
  }
  const text = lowering.draft.textOf(name);
  // `::name` names a crate.
  if (path === undefined) return lowering.module(text);
  return lowering.memberOf(pathExpression(path, lowering), text);
}

/**
 * Resolves `<Type as Trait>::name`. Falls back to the trait if the type is not known to have the
 * name.
 */
function qualified(node: Syntax, lowering: Lowering): ExpressionId {
  const inner = childOfType(node, 'qualified_type');
  const type = inner === undefined ? node.children[0] : fieldOf(inner, 'type');
  const alias = inner === undefined ? undefined : fieldOf(inner, 'alias');
  const known = type === undefined ? lowering.draft.unknown : lowering.entity(type);
  if (alias === undefined) return known;
  return lowering.draft.either(OP.union, [known, lowering.entity(alias)]);
}

/** Resolves the first name of a path: a name in scope, or a crate. */
function headName(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const found = lowering.name(node, 'type');
  const text = draft.textOf(node);
  const isHead = node.parent !== undefined && fieldOf(node.parent, 'path') === node;
  const isCrate = isHead && /^[a-z_][a-z0-9_]*$/.test(text) && !STANDARD.test(text);
  const op = draft.table.opOf(found);
  if (!isCrate || (op !== OP.free && op !== OP.firstOf)) return found;
  const crate = lowering.module(text);
  return op === OP.free ? crate : draft.table.add(OP.firstOf, found, crate);
}

/** Returns the names of a path without type arguments. */
function wordsOf(node: Syntax, { draft }: Lowering): readonly string[] | undefined {
  const text = draft.textOf(node).replace(/\s+/g, '');
  return /^[\w:]+$/.test(text) ? text.split('::') : undefined;
}

// --- use and mod ----------------------------------------------------------------------------------

interface Used {
  readonly path: readonly string[];
  /** The local name; `*` for all. */
  readonly local: string;
}

/** Returns the used paths: `a::{b as c, d::*}` is `a::b` as c, and `a::d::*`. */
function usedPaths(tree: Syntax, prefix: readonly string[], lowering: Lowering): readonly Used[] {
  const words = (node: Syntax | undefined): readonly string[] =>
    node === undefined ? [] : (wordsOf(node, lowering) ?? []).filter((word) => word !== '');
  const named = (path: readonly string[], local: string | undefined): readonly Used[] => {
    const own = path.at(-1) === 'self' && path.length > 1 ? path.slice(0, -1) : path;
    const name = local ?? own.at(-1) ?? '';
    return own.length === 0 ? [] : [{ path: own, local: name }];
  };
  switch (tree.type) {
    case 'scoped_use_list': {
      const list = fieldOf(tree, 'list');
      const path = [...prefix, ...words(fieldOf(tree, 'path'))];
      return list === undefined ? [] : usedPaths(list, path, lowering);
    }
    case 'use_list':
      return tree.children.flatMap((inner) => usedPaths(inner, prefix, lowering));
    case 'use_as_clause': {
      const alias = fieldOf(tree, 'alias');
      const path = [...prefix, ...words(fieldOf(tree, 'path'))];
      return named(path, alias && lowering.draft.textOf(alias));
    }
    case 'use_wildcard':
      return [{ path: [...prefix, ...words(tree.children[0])], local: '*' }];
    default:
      return named([...prefix, ...words(tree)], undefined);
  }
}

export function usedNames(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const tree = fieldOf(node, 'argument');
  if (tree === undefined) return [];
  const isOpen = childOfType(node, 'visibility_modifier') !== undefined;
  return usedPaths(tree, [], lowering).map(({ path, local }): TypedImport => {
    const start = rooted(withoutAliases(path, node, lowering), node, lowering);
    const isAll = local === '*';
    const names = isAll ? ['*'] : path.slice(-1);
    if (start === undefined) return standardName(path, local, lowering);
    const specifier = specifierOf(start);
    const bound = [{ local, expression: usedExpression(start, node, lowering) }];
    const form = isOpen ? 'reexport' : 'import';
    // Names of a private glob are visible in the modules below.
    return isAll && isTopLevel(node)
      ? { specifier, form, names, bound, passedOn: `${specifier}::*` }
      : { specifier, form, names, bound };
  });
}

/** Follows a used path. What looks like a crate may be a name that a glob imports. */
function usedExpression(start: Rooted, node: Syntax, lowering: Lowering): ExpressionId {
  const { table } = lowering.draft;
  const expression = expressionOf(start, lowering);
  if (start.names.length === 0 || !/^[a-z_]\w*$/.test(start.specifier)) return expression;
  if (/^(crate|self|super)$/.test(start.specifier)) return expression;
  const head = lowering.named(start.specifier, node, 'type');
  if (table.opOf(head) !== OP.firstOf) return expression;
  const found = start.names.reduce((object, name) => lowering.draft.member(object, name), head);
  return table.add(OP.firstOf, expression, found);
}

/** Maximum number of aliases that a path is followed through. Also ends cycles. */
const ALIASES_MAX = 4;

/**
 * Returns a used path from where it really starts: after `use shop as it`, `it::Item` is
 * `shop::Item`.
 */
function withoutAliases(
  path: readonly string[],
  node: Syntax,
  lowering: Lowering,
  depth = 0,
): readonly string[] {
  const [first = '', ...rest] = path;
  if (rest.length === 0 || depth === ALIASES_MAX) return path;
  for (const one of node.parent?.children ?? []) {
    const aliased = one === node ? undefined : aliasOf(one, first, lowering);
    if (aliased !== undefined)
      return withoutAliases([...aliased, ...rest], node, lowering, depth + 1);
  }
  return path;
}

/** Returns the path that an import gives another name. */
function aliasOf(item: Syntax, name: string, lowering: Lowering): readonly string[] | undefined {
  const textOf = (field: string): string => textOfField(item, field, lowering);
  if (item.type === 'extern_crate_declaration')
    return textOf('alias') === name ? [textOf('name')] : undefined;
  const tree = item.type === 'use_declaration' ? fieldOf(item, 'argument') : undefined;
  if (tree === undefined || !lowering.draft.textOf(tree).includes(name)) return undefined;
  return usedPaths(tree, [], lowering).find(
    ({ local, path }) => local === name && (path.length > 1 || path[0] !== name),
  )?.path;
}

/** Imports a name of a standard crate, which is known only by name. */
function standardName(path: readonly string[], local: string, lowering: Lowering): TypedImport {
  const { draft } = lowering;
  const name = path.at(-1) ?? '';
  const expression = draft.table.add(OP.free, draft.stringId(name));
  const isAll = local === '*';
  const names = isAll ? ['*'] : [name];
  const bound = isAll ? [] : [{ local, expression }];
  return { specifier: path.join('::'), form: 'import', names, bound };
}

function isTopLevel(node: Syntax): boolean {
  return node.parent?.parent === undefined;
}

/** Returns the import for `mod name;`, which is a file. */
export function declaredModule(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const name = fieldOf(node, 'name');
  if (name === undefined || fieldOf(node, 'body') !== undefined) return [];
  const text = lowering.draft.textOf(name);
  const path = pathAttribute(node, lowering);
  const specifier =
    path === undefined ? ['self', ...inlineModules(node, lowering), text].join('::') : `./${path}`;
  const bound = [{ local: text, expression: lowering.module(specifier) }];
  return [{ specifier, form: 'import', names: [], bound }];
}

/** Returns the path from a `#[path = "…"]` attribute above a `mod`. */
function pathAttribute(node: Syntax, { draft }: Lowering): string | undefined {
  const siblings = node.parent?.children ?? [];
  for (let index = siblings.indexOf(node) - 1; index >= 0; index--) {
    const before = siblings[index];
    if (before?.type !== 'attribute_item') return undefined;
    const path = /^#\[\s*path\s*=\s*"([^"]+)"/.exec(draft.textOf(before))?.[1];
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Returns the import for `extern crate a as b;`. */
export function externCrate(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const name = fieldOf(node, 'name');
  if (name === undefined) return [];
  const specifier = lowering.draft.textOf(name);
  const alias = fieldOf(node, 'alias');
  const local = alias === undefined ? specifier : lowering.draft.textOf(alias);
  if (STANDARD.test(specifier)) return [{ specifier, form: 'import', names: ['*'] }];
  const bound = [{ local, expression: lowering.module(specifier) }];
  return [{ specifier, form: 'import', names: ['*'], bound }];
}

export function nameOfMacro(
  node: Syntax,
  name: string,
  lowering: Lowering,
): ExpressionId | undefined {
  return textOfField(node, 'macro', lowering) === name
    ? macroNamed(node, name, lowering)
    : undefined;
}

/** The same for a macro call that was rewritten as a call. */
export function nameOfCalledMacro(
  node: Syntax,
  name: string,
  lowering: Lowering,
): ExpressionId | undefined {
  const { draft } = lowering;
  const called = fieldOf(node, 'function');
  const callee = called?.type === 'generic_function' ? fieldOf(called, 'function') : called;
  if (callee === undefined || draft.textOf(callee) !== name) return undefined;
  if (draft.text.charAt(callee.end) === '!') return macroNamed(node, name, lowering);
  return functionBesideMacro(name, lowering);
}

/** Returns the function at file level that has the name of a macro there. */
function functionBesideMacro(name: string, { draft }: Lowering): ExpressionId | undefined {
  if (!draft.text.includes(`macro_rules! ${name}`)) return undefined;
  const found = draft.declarations.findIndex(
    (one) =>
      one.parent < 0 &&
      one.name === name &&
      one.kind === 'function' &&
      !/^(#\[[^\]]*\]\s*)*macro_rules!/.test(draft.text.slice(one.start, one.start + 200)),
  );
  return found < 0 ? undefined : draft.table.add(OP.declaration, found);
}

/** Resolves a macro that this file does not declare: an imported one, or one at the crate root. */
function macroNamed(node: Syntax, name: string, lowering: Lowering): ExpressionId | undefined {
  const { draft } = lowering;
  // A function may have the name of a standard macro: `format`.
  if (STANDARD_NAMES.has(name))
    return draft.text.includes(`macro_rules! ${name}`) ? undefined : draft.unknown;
  if (memberNamed(draft, -1, name, /^function$/) >= 0) return undefined;
  for (let scope: Syntax | undefined = node; scope !== undefined; scope = scope.parent) {
    const bound = lowering.boundIn(scope, name);
    if (bound !== undefined) return bound;
  }
  return draft.member(lowering.module('crate'), name);
}

/** Returns the trait bounds of a type parameter in `T: A + B` and in the `where` clause. */
export function boundsOf(owner: Syntax, name: string, lowering: Lowering): readonly Syntax[] {
  const own = childrenOfType(owner, 'type_parameters')
    .flatMap(({ children }) => children)
    .filter((one) => textOfField(one, 'name', lowering) === name);
  const where = childrenOfType(owner, 'where_clause')
    .flatMap(({ children }) => children)
    .filter((one) => textOfField(one, 'left', lowering) === name);
  return [...own, ...where].flatMap((one) => fieldOf(one, 'bounds')?.children ?? []);
}

function textOfField(node: Syntax, field: string, { draft }: Lowering): string {
  const found = fieldOf(node, field);
  return found === undefined ? '' : draft.textOf(found);
}
