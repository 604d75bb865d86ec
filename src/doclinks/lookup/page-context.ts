/**
 * Collects the context of a page: its links, paths and the imports of its code. It has priority
 * over all other evidence.
 */
import type { PageFacts } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import { type Linked, linkTarget } from './link-target.ts';
import type { ImportedModule } from './linked-project.ts';
import type { Majority } from './majority.ts';
import type { Receivers } from './receivers.ts';
import { isTellingPath } from './resolve-file.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

export interface PageContext {
  readonly path: RepoPath;
  /** Code files that the page links to, names by path or imports. */
  readonly files: ReadonlySet<string>;
  /** Pages that it links to, also by anchors that they lack. */
  readonly linkedPages: ReadonlySet<string>;
  /** Folder of the package that contains the page. */
  readonly packageFolder: string;
  /**
   * For each import of each code block: its module, or undefined if it belongs to another project.
   */
  readonly modules: readonly (readonly (ImportedModule | undefined)[])[];
  /** Names that its code blocks import from the project, with the module. */
  readonly imported: ReadonlyMap<string, ImportedModule>;
  /** Aliases that its code blocks give to these modules. */
  readonly aliases: ReadonlyMap<string, ImportedModule>;
  /** Names that its code blocks import from other projects. */
  readonly foreign: ReadonlySet<string>;
  /** Names that its code blocks declare themselves. */
  readonly declared: ReadonlySet<string>;
  /** Variables in its code blocks whose type is declared in the project, with the type's node. */
  readonly variables: ReadonlyMap<string, number>;
  /** Names of values whose members the page mentions. */
  readonly receivers: Receivers;
  /**
   * Meanings that the surrounding pages give to names which this page does not define; undefined
   * until all pages are read.
   */
  readonly conventions: Conventions | undefined;
}

/** A name that pages import, or use for a whole module. */
export interface ImportedName {
  readonly module: ImportedModule;
  readonly isWhole: boolean;
}

/** Conventions that the pages of a project share. */
export interface Conventions {
  readonly names: Majority<ImportedName>;
  /** Modules that pages import from, stored under the empty name. */
  readonly modules: Majority<ImportedModule>;
  /** Types of variables, by node. */
  readonly variables: Majority<number>;
  /** Names that all pages together use for values whose members they mention. */
  readonly receivers: Receivers;
  /** Packages that pages import from; these are the documented ones. */
  readonly roots: ReadonlySet<string>;
}

export function contextOf(
  names: SymbolLookup,
  project: Linked,
  path: RepoPath,
  page: PageFacts,
): PageContext {
  const files = new Set<string>();
  const linkedPages = new Set<string>();
  for (const { target } of page.links) {
    const found = linkTarget(project, path, target);
    if (found.form === 'noAnchor') linkedPages.add(found.path);
    if (found.form !== 'node') continue;
    const to = names.node(found.node).path;
    (project.pages.has(to) ? linkedPages : files).add(to);
  }
  for (const { text } of page.mentions) {
    const only = isTellingPath(text) ? names.onlyFileAt(text) : undefined;
    if (only !== undefined) files.add(only);
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
  return {
    path,
    files,
    linkedPages,
    packageFolder,
    modules,
    imported,
    aliases,
    foreign,
    declared,
    ...none,
  };
}
