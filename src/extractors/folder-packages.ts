/** Packages of languages in which each folder is one. */
import type { RepoPath } from '../model/path.ts';

export interface FolderPackages {
  /** Folders of the project, by the names of the packages that they hold. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** The same by the paths that they are imported by. */
  readonly byPath: ReadonlyMap<string, string>;
  /** Files of each folder, without tests. */
  readonly byFolder: ReadonlyMap<string, readonly RepoPath[]>;
  /** Names of packages that the project's code imports from elsewhere. */
  readonly foreign: ReadonlySet<string>;
}

export interface ImportingFile {
  readonly path: RepoPath;
  readonly language: string;
  readonly specifiers: readonly string[];
  readonly targets: readonly string[];
}

/** Code of the project imports a package so from elsewhere, and the project has none of the name. */
export function isForeignPackage({ folders, foreign }: FolderPackages, name: string): boolean {
  return foreign.has(name) && !folders.has(name);
}
