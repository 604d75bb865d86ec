import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { unquoted } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { TypedImport } from '../../extractors/semantic/spec.ts';
import { basenameOf } from '../../model/path.ts';

/** Reads one import, which binds the package under its alias or its conventional name. */
export function importedPackages(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const path = fieldOf(node, 'path');
  if (path === undefined) return [];
  const specifier = unquoted(draft.textOf(path));
  const name = fieldOf(node, 'name');
  const alias = name === undefined ? packageName(specifier) : draft.textOf(name);
  if (alias === '.') return [{ specifier, form: 'ambient', names: ['*'] }];
  const bindings = alias === '_' ? [] : [{ local: alias, name: '*' }];
  return [{ specifier, form: 'import', names: ['*'], bindings }];
}

/**
 * Returns the name of an imported package. By convention it is the folder name without a version.
 */
export function packageName(specifier: string): string {
  const folder = specifier.replace(/\/v\d+$/, '');
  return basenameOf(folder as Parameters<typeof basenameOf>[0])
    .replace(/\.v\d+$/, '')
    .replace(/^go-|-go$|\.go$/g, '');
}
