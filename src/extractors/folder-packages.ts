/** Packages of languages in which each folder is one. */
import type { RepoPath } from '../model/path.ts';

export interface FolderPackages {
  /** Project folders by the names of their packages. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** Project folders by import path. */
  readonly byPath: ReadonlyMap<string, string>;
  /** Files of each folder, excluding tests. */
  readonly byFolder: ReadonlyMap<string, readonly RepoPath[]>;
  /** Names of packages that the project imports from elsewhere. */
  readonly foreign: ReadonlySet<string>;
}

export interface ImportingFile {
  readonly path: RepoPath;
  readonly language: string;
  readonly specifiers: readonly string[];
  readonly targets: readonly string[];
}

/**
 * Whether the project imports a package of this name from elsewhere and has none of that name
 * itself.
 */
export function isForeignPackage({ folders, foreign }: FolderPackages, name: string): boolean {
  return foreign.has(name) && !folders.has(name);
}
