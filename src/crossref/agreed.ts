/** What the pages of a project agree on, from what each of them says. */
import { Agreement } from './agreement.ts';
import type { Agreed, ImportedName, PageContext } from './page-context.ts';
import type { ImportedModule, ProjectNames } from './project-names.ts';
import type { Receivers } from './receivers.ts';

export function agreedBy(
  names: ProjectNames,
  contexts: Iterable<PageContext>,
  receivers: Receivers,
): Agreed {
  const agreed = {
    receivers,
    names: new Agreement<ImportedName>(),
    modules: new Agreement<ImportedModule>(),
    variables: new Agreement<number>(),
    roots: new Set<string>(),
  };
  for (const { path, imported, aliases, foreign, variables } of contexts) {
    for (const [name, module] of imported) {
      agreed.names.add(path, name, keyOf(module), { module, isWhole: false });
    }
    for (const [name, module] of aliases) {
      agreed.names.add(path, name, `* ${keyOf(module)}`, { module, isWhole: true });
    }
    for (const name of foreign) agreed.names.add(path, name, '', null);
    for (const [name, node] of variables) agreed.variables.add(path, name, `${node}`, node);
    for (const module of new Set([...imported.values(), ...aliases.values()])) {
      const { files, folder } = module;
      agreed.modules.add(path, '', keyOf(module), module);
      for (const file of files) agreed.roots.add(names.rootOf(file));
      if (folder !== undefined && folder !== '') agreed.roots.add(folder);
    }
  }
  return agreed;
}

function keyOf({ files, folder }: ImportedModule): string {
  return [folder, ...files].join('\n');
}
