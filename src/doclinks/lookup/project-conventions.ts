/** Derives the conventions of a project's pages from what each page defines. */

import type { ImportedModule } from './linked-project.ts';
import { Majority } from './majority.ts';
import type { Conventions, ImportedName, PageContext } from './page-context.ts';
import type { Receivers } from './receivers.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

export function conventionOf(
  names: SymbolLookup,
  contexts: Iterable<PageContext>,
  receivers: Receivers,
): Conventions {
  const conventions = {
    receivers,
    names: new Majority<ImportedName>(),
    modules: new Majority<ImportedModule>(),
    variables: new Majority<number>(),
    roots: new Set<string>(),
  };
  for (const { path, imported, aliases, foreign, variables } of contexts) {
    for (const [name, module] of imported) {
      conventions.names.add(path, name, keyOf(module), { module, isWhole: false });
    }
    for (const [name, module] of aliases) {
      conventions.names.add(path, name, `* ${keyOf(module)}`, { module, isWhole: true });
    }
    for (const name of foreign) conventions.names.add(path, name, '', null);
    for (const [name, node] of variables) conventions.variables.add(path, name, `${node}`, node);
    for (const module of new Set([...imported.values(), ...aliases.values()])) {
      const { files, folder } = module;
      conventions.modules.add(path, '', keyOf(module), module);
      for (const file of files) conventions.roots.add(names.rootOf(file));
      if (folder !== undefined && folder !== '') conventions.roots.add(folder);
    }
  }
  return conventions;
}

function keyOf({ files, folder }: ImportedModule): string {
  return [folder, ...files].join('\n');
}
