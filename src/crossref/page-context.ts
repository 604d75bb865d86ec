/** What a page is about, by its own links, paths and the imports of its code: asked before all else. */
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import { type Linked, linkTarget } from './link-target.ts';
import type { ProjectNames } from './project-names.ts';

/** A module of the project that a code block imports. */
export interface ImportedModule {
  readonly files: readonly RepoPath[];
  /** Folder of its package; undefined for a module of files alone. */
  readonly folder: string | undefined;
}

export interface PageContext {
  readonly path: RepoPath;
  /** Code files that it links to, names by path or imports. */
  readonly files: ReadonlySet<string>;
  /** Folder of the package that the page is in. */
  readonly packageFolder: string;
  /** Per code block and import of it: the module, or undefined for one of another project. */
  readonly modules: readonly (readonly (ImportedModule | undefined)[])[];
  /** Names that its code blocks import from the project, with the module. */
  readonly imported: ReadonlyMap<string, ImportedModule>;
  /** What its code blocks call such modules themselves. */
  readonly aliases: ReadonlyMap<string, ImportedModule>;
  /** What the pages of the project agree to call such modules. */
  readonly agreed: ReadonlyMap<string, ImportedModule>;
  /** Names that its code blocks take from elsewhere. */
  readonly foreign: ReadonlySet<string>;
}

export function contextOf(
  names: ProjectNames,
  project: Linked,
  path: RepoPath,
  page: PageFacts,
): PageContext {
  const files = new Set<string>();
  for (const { target } of page.links) {
    const found = linkTarget(project, path, target);
    const to = found.form === 'node' ? names.graph.node(found.node).path : undefined;
    if (to !== undefined && !project.pages.has(to)) files.add(to);
  }
  for (const { text } of page.mentions) {
    const [only, ...others] = /[/.]/.test(text) ? names.filesAt(text) : [];
    if (only !== undefined && others.length === 0) files.add(only);
  }
  const imported = new Map<string, ImportedModule>();
  const aliases = new Map<string, ImportedModule>();
  const foreign = new Set<string>();
  const modules = page.snippets.map(({ language, imports }) =>
    imports.map((one) => {
      const module = names.module(language, path, one.specifier);
      const isOurs = module.files.length > 0 || module.folder !== undefined;
      const own = one.names.filter((name) => name !== '*' && name !== 'default');
      if (!isOurs) for (const name of [...own, one.alias]) foreign.add(name);
      if (!isOurs) return undefined;
      if (one.names.length > 0) for (const file of module.files) files.add(file);
      for (const name of own) imported.set(name, module);
      if (one.alias !== '') aliases.set(one.alias, module);
      return module;
    }),
  );
  const packageFolder = names.packageAround(path);
  return { path, files, packageFolder, modules, imported, aliases, agreed: new Map(), foreign };
}

/** What the pages that import a name mean by it: one module of the project, more often than another's. */
export function agreedAliases(
  contexts: Iterable<Pick<PageContext, 'aliases' | 'foreign'>>,
): ReadonlyMap<string, ImportedModule> {
  const agreed = new Map<string, ImportedModule>();
  const balance = new Map<string, number>();
  const count = (name: string, by: number) => balance.set(name, (balance.get(name) ?? 0) + by);
  for (const { aliases, foreign } of contexts) {
    for (const name of foreign) count(name, -1);
    for (const [name, module] of aliases) {
      const known = agreed.get(name) ?? module;
      const isSame = known.files.join('\n') === module.files.join('\n');
      agreed.set(name, known);
      count(name, isSame ? 1 : Number.NEGATIVE_INFINITY);
    }
  }
  return new Map([...agreed].filter(([name]) => (balance.get(name) ?? 0) > 0));
}
