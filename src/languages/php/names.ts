/** Resolves PHP's names. The `use` statements of the file complete qualified names. */

import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { TypedImport } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Returns the namespace around a node; empty for the global namespace. */
function namespaceOf(node: Syntax, { draft }: Lowering): string {
  let root = node;
  for (let at: Syntax | undefined = node; at !== undefined; at = at.parent) {
    if (at.type === 'namespace_definition') return namespaceName(at, draft.textOf.bind(draft));
    root = at;
  }
  const before = childrenOfType(root, 'namespace_definition').findLast(
    (one) => one.start <= node.start && fieldOf(one, 'body') === undefined,
  );
  return before === undefined ? '' : namespaceName(before, draft.textOf.bind(draft));
}

function namespaceName(definition: Syntax, textOf: (node: Syntax) => string): string {
  const name = fieldOf(definition, 'name');
  return name === undefined ? '' : textOf(name).replace(/\s+/g, '');
}

/** Returns all namespaces that a file declares. */
export function namespacesIn(root: Syntax, { draft }: Lowering): readonly string[] {
  const names = childrenOfType(root, 'namespace_definition').map((one) =>
    namespaceName(one, draft.textOf.bind(draft)),
  );
  return names.length === 0 ? [''] : [...new Set(names)];
}

type Role = 'type' | 'call' | 'value';

/** Resolves a name to a class or a function, which have separate name tables. */
export function named(text: string, at: Syntax, role: Role, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const name = text.replace(/\s+/g, '');
  if (name.startsWith('\\')) return ofNamespace(name.slice(1), lowering);
  if (name.startsWith('namespace\\')) {
    const own = namespaceOf(at, lowering);
    return ofNamespace(`${own === '' ? '' : `${own}\\`}${name.slice(10)}`, lowering);
  }
  const end = name.indexOf('\\');
  if (end >= 0) {
    const start = aliases(at, lowering).get(name.slice(0, end));
    const own = namespaceOf(at, lowering);
    const first = start ?? `${own === '' ? '' : `${own}\\`}${name.slice(0, end)}`;
    return ofNamespace(first + name.slice(end), lowering);
  }
  if (role === 'type') {
    const special = ownClass(name, at, lowering);
    if (special !== undefined) return special;
  }
  if (role === 'call') return lowering.named(name, at, 'call');
  const found = lowering.named(name, at, 'type');
  // Constants are declared as variables here, not as types.
  return role === 'value' && draft.table.opOf(found) === OP.free
    ? lowering.named(name, at, 'value')
    : found;
}

/** Resolves `self`, `static` and `parent`. */
function ownClass(name: string, at: Syntax, lowering: Lowering): ExpressionId | undefined {
  const { draft } = lowering;
  if (name === 'parent') return lowering.super(at);
  if (name !== 'self' && name !== 'static') return undefined;
  const owner = lowering.classOf(at);
  return owner < 0 ? draft.unknown : draft.table.add(OP.declaration, owner);
}

/** Returns the possible meanings of the first name of a path in a doc comment. */
export function docStart(
  [first = '', ...rest]: readonly string[],
  node: Syntax,
  lowering: Lowering,
): { readonly owners: readonly ExpressionId[]; readonly count: number } | undefined {
  if (first === '') return undefined;
  const roles: readonly Role[] = rest.length > 0 ? ['type'] : ['type', 'call'];
  return { owners: roles.map((role) => named(first, node, role, lowering)), count: 1 };
}

function ofNamespace(name: string, lowering: Lowering): ExpressionId {
  const end = name.lastIndexOf('\\');
  const module = lowering.module(`${name.slice(0, Math.max(0, end))}\\`);
  return lowering.draft.member(module, name.slice(end + 1));
}

// --- use ------------------------------------------------------------------------------------------

interface Used {
  readonly local: string;
  /** Full name without the leading backslash. */
  readonly name: string;
}

const ALIASES = new WeakMap<Syntax, ReadonlyMap<string, string>>();

/** Returns the full names by the local names that a file's `use` statements declare. */
function aliases(node: Syntax, lowering: Lowering): ReadonlyMap<string, string> {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const known = ALIASES.get(root);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  const collect = (scope: Syntax): void => {
    for (const one of scope.children) {
      if (one.type === 'namespace_use_declaration') {
        for (const { local, name } of usedIn(one, lowering)) found.set(local, name);
      } else if (/^(namespace_definition|compound_statement)$/.test(one.type)) collect(one);
    }
  };
  collect(root);
  ALIASES.set(root, found);
  return found;
}

function usedIn(declaration: Syntax, { draft }: Lowering): readonly Used[] {
  const group = fieldOf(declaration, 'body') ?? childOfType(declaration, 'namespace_use_group');
  const prefix = childOfType(declaration, 'namespace_name');
  const start = group === undefined || prefix === undefined ? '' : `${draft.textOf(prefix)}\\`;
  return childrenOfType(group ?? declaration, 'namespace_use_clause').flatMap((clause): Used[] => {
    const alias = fieldOf(clause, 'alias');
    const path = clause.children.find((one) => one !== alias && /name$/.test(one.type));
    if (path === undefined) return [];
    const name = (start + draft.textOf(path)).replace(/\s+/g, '').replace(/^\\/, '');
    const local =
      alias === undefined ? name.slice(name.lastIndexOf('\\') + 1) : draft.textOf(alias);
    return [{ local, name }];
  });
}

export function imported(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  return usedIn(node, lowering).map(({ local, name }) => {
    const last = name.slice(name.lastIndexOf('\\') + 1);
    return {
      specifier: name,
      form: 'import',
      names: [last],
      bindings: [{ local, name: last }],
    };
  });
}

/**
 * Returns the import for the literal part of an included path: `__DIR__ . '/x.php'` is `./x.php`.
 */
export function included(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const literal = /(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?(['"])([^'"$]+)\2\s*\)?$/.exec(
    draft.textOf(node),
  );
  const path = literal?.[3];
  if (path === undefined) return [];
  const specifier = literal?.[1] === undefined ? path : `.${path}`;
  return [{ specifier, form: 'require', names: [] }];
}
