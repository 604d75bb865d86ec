/** A project as lookups see it. */

import type { FolderPackages } from '../../extractors/folder-packages.ts';
import type { ModuleTarget } from '../../extractors/language.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';

/** A declaration in a file; −1 for the file itself. */
export interface FlagPlace {
  readonly path: RepoPath;
  readonly declaration: number;
}

/** A symbol that a file exports under another name than its declared one. */
export interface GivenName {
  /** Index of the declaration in the file itself; −1 for a re-export from other modules. */
  readonly declaration: number;
  readonly files: readonly RepoPath[];
  /** The name in the other module; `*` or `=` for the module itself. */
  readonly source: string;
}

/** Input of the lookup besides the graph. */
export interface Project {
  readonly graph: SymbolGraph;
  /** Resolves an import in a code block of a page. */
  readonly moduleOf: (language: string, page: RepoPath, specifier: string) => ModuleTarget;
  /** Folders of packages, by package name. */
  readonly packages: () => ReadonlyMap<string, string>;
  readonly goPackages: () => FolderPackages;
  /** Returns the places that declare command-line flags as text, by flag. */
  readonly cliFlags: () => ReadonlyMap<string, readonly FlagPlace[]>;
  /**
   * Returns the symbols that a file exports under other names than their declared ones, by exported
   * name.
   */
  readonly aliasesOf: (path: RepoPath) => ReadonlyMap<string, GivenName>;
  /** Receives the key of every lookup; see invalidation/dependency-log.ts. */
  readonly dependencies?: Set<string> | undefined;
}

/** A project module that a code block imports. */
export interface ImportedModule {
  readonly files: readonly RepoPath[];
  /** Folder of its package; undefined for a module that belongs to no package. */
  readonly folder: string | undefined;
}
