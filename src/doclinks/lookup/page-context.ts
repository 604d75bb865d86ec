/** What a page is about, by its own links, paths and the imports of its code: asked before all else. */
import type { PageFacts } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import { type Linked, linkTarget } from './link-target.ts';
import type { Agreement } from './majority.ts';
import type { Receivers } from './receivers.ts';
import { isTellingPath } from './resolve-file.ts';
import type { ImportedModule, SymbolLookup } from './symbol-lookup.ts';

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
  /** Names that its code blocks take from elsewhere. */
  readonly foreign: ReadonlySet<string>;
  /** Names that its code blocks declare themselves. */
  readonly declared: ReadonlySet<string>;
  /** What its code blocks call values of types of the project, with the type's node. */
  readonly variables: ReadonlyMap<string, number>;
  /** What it calls values whose members it speaks of. */
  readonly receivers: Receivers;
  /** What the pages around it mean by names that it says nothing of; undefined until all are read. */
  readonly conventions: Conventions | undefined;
}

/** A name that pages import, or call a whole module. */
export interface ImportedName {
  readonly module: ImportedModule;
  readonly isWhole: boolean;
}

/** What pages agree on. */
export interface Conventions {
  readonly names: Agreement<ImportedName>;
  /** What pages import from at all, under the empty name. */
  readonly modules: Agreement<ImportedModule>;
  /** Nodes of types. */
  readonly variables: Agreement<number>;
  /** What all pages together call values whose members they speak of. */
  readonly receivers: Receivers;
  /** Packages that pages import from: those that are documented. */
  readonly roots: ReadonlySet<string>;
}

export function contextOf(
  names: SymbolLookup,
  project: Linked,
  path: RepoPath,
  page: PageFacts,
): PageContext {
  const files = new Set<string>();
  for (const { target } of page.links) {
    const found = linkTarget(project, path, target);
    const to = found.form === 'node' ? names.node(found.node).path : undefined;
    if (to !== undefined && !project.pages.has(to)) files.add(to);
  }
  for (const { text } of page.mentions) {
    const [only, ...others] = isTellingPath(text) ? names.filesAt(text) : [];
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
  const declared = new Set(page.snippets.flatMap((snippet) => snippet.declares));
  const packageFolder = names.packageAround(path);
  const none = {
    variables: new Map<string, number>(),
    receivers: new Map(),
    conventions: undefined,
  };
  return { path, files, packageFolder, modules, imported, aliases, foreign, declared, ...none };
}
