/** Scala's packages and imports. */

import { importOf, isTypeName } from '../../extractors/dotted-names.ts';
import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { TypedImport } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

function clauses(root: Syntax, { draft }: Lowering): readonly string[] {
  return childrenOfType(root, 'package_clause').flatMap((clause) => {
    const name = fieldOf(clause, 'name');
    return name === undefined ? [] : [draft.textOf(name).replace(/\s+/g, '')];
  });
}

/** Returns the package of a file. Several package clauses are nested. */
export function packageOf(root: Syntax, lowering: Lowering): readonly string[] {
  return [clauses(root, lowering).join('.')];
}

/** Makes the outer packages of nested package clauses visible. */
export function outerPackages(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const names = node.parent === undefined ? [] : clauses(node.parent, lowering);
  const all = childrenOfType(node.parent ?? node, 'package_clause');
  const index = all.indexOf(node);
  if (index < 0 || index === all.length - 1) return [];
  return [{ specifier: names.slice(0, index + 1).join('.'), form: 'implicit', names: ['*'] }];
}

export function imported(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const { draft } = lowering;
  const path = fieldsOf(node, 'path').map((part) => draft.textOf(part));
  const selectors = node.children.find(({ type }) => type === 'namespace_selectors');
  if (node.children.some(({ type }) => type === 'namespace_wildcard')) return all(path, lowering);
  if (selectors === undefined) return one(path, path.at(-1) ?? '');
  return selectors.children.flatMap((selector): readonly TypedImport[] => {
    if (selector.type === 'namespace_wildcard') return all(path, lowering);
    const name = draft.textOf(fieldOf(selector, 'name') ?? selector);
    const alias = fieldOf(selector, 'alias');
    const local = alias === undefined ? name : draft.textOf(alias);
    return local === '_' ? [] : one([...path, name], local);
  });
}

function one(path: readonly string[], local: string): readonly TypedImport[] {
  const named = importOf(path, local);
  const object = path.at(-2);
  // If the name is not capitalized, its qualifier may be an object as well.
  if (object === undefined || path.some(isTypeName)) return [named];
  return [named, { specifier: path.slice(0, -1).join('.'), form: 'part', names: [object] }];
}

/**
 * Imports everything in a package, or all members of an object. A lower-case name may be either.
 * The object is then recorded as imported, but its members are not made visible, because any name
 * in the file could be one.
 */
function all(path: readonly string[], lowering: Lowering): readonly TypedImport[] {
  const at = path.findIndex(isTypeName);
  if (at < 0) {
    return [
      { specifier: `${path.join('.')}._`, form: 'ambient', names: ['*'] },
      { specifier: path.join('.'), form: 'part', names: [path.at(-1) ?? ''] },
    ];
  }
  const { draft } = lowering;
  const specifier = path.slice(0, at + 1).join('.');
  const inPackages = path
    .slice(at)
    .reduce((owner, name) => draft.member(owner, name), lowering.module(specifier));
  const object = at > 0 ? inPackages : inScope(path, inPackages, lowering);
  const names = [path[at] ?? ''];
  return [{ specifier, form: 'import', names, bound: [{ local: '*', expression: object }] }];
}

/**
 * Resolves an object that is named alone. It may have been imported by name or with its whole
 * package.
 */
function inScope(
  [first = '', ...inner]: readonly string[],
  inPackages: ExpressionId,
  lowering: Lowering,
): ExpressionId {
  const { draft } = lowering;
  const imported = lowering.imported(first) ?? draft.table.add(OP.free, draft.stringId(first));
  const object = inner.reduce((owner, name) => draft.member(owner, name), imported);
  return draft.table.add(OP.firstOf, inPackages, object);
}
