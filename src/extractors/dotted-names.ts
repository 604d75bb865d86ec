/** Dotted names of packages, namespaces and the types in them: `shop.cart.Cart`. */
import { appendTo } from '../base/append-to.ts';
import type { RepoPath } from '../model/path.ts';
import type { Packages } from './language.ts';
import type { TypedImport } from './semantic/spec.ts';

/** Returns a name and the names around it, innermost first: `a.b.c`, `a.b`, `a`. */
export function withOuter(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Returns the packages that each file declares. */
export function packagesByPath(packages: Packages): ReadonlyMap<RepoPath, readonly string[]> {
  const names = new Map<RepoPath, string[]>();
  for (const [name, paths] of packages) for (const path of paths) appendTo(names, path, name);
  return names;
}

/** Whether a part is a type. By convention, packages are lower case and types are capitalized. */
export function isTypeName(part: string): boolean {
  return /^\p{Lu}/u.test(part);
}

/** Imports the type that the first capital starts, or the last part, and binds what follows it. */
export function importOf(parts: readonly string[], local: string): TypedImport {
  const first = parts.findIndex(isTypeName);
  const end = first < 0 ? parts.length : first + 1;
  const name = parts[end - 1] ?? '';
  return {
    specifier: parts.slice(0, end).join('.'),
    form: 'import',
    names: [name],
    bindings: [{ local, name, path: parts.slice(end) }],
  };
}
