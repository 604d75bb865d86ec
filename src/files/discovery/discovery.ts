import type { SkippedFile } from '../../model/diagnostic.ts';
import type { RepoPath } from '../../model/path.ts';

export interface FileEntry {
  readonly path: RepoPath;
  readonly sizeBytes: number;
  /** Modification time in ms. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Contents of a project; every list is sorted by path. */
export interface Discovery {
  /** Files to index: matched by `include` and not skipped so far. */
  readonly files: readonly FileEntry[];
  /**
   * Files that configure import resolution: tsconfig, jsconfig, package.json, pnpm-workspace.yaml.
   * Includes those ignored by git, because some repositories list them in .gitignore and still
   * commit them. Files in an ignored folder are excluded.
   */
  readonly resolutionFiles: readonly FileEntry[];
  /** Every regular file that is not ignored, of any type, and the resolution files. */
  readonly allPaths: readonly RepoPath[];
  /** Every folder that is not ignored and can be listed; the root is ''. */
  readonly folders: readonly string[];
  /** Every symbolic link that is not ignored; none is followed. */
  readonly links: readonly RepoPath[];
  /**
   * Files that match `include` but are skipped, links that might lead to one, and entries that
   * cannot be read.
   */
  readonly skipped: readonly SkippedFile[];
}
