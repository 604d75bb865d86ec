import type { SkippedFile } from '../../model/diagnostic.ts';
import type { RepoPath } from '../../model/path.ts';

export interface FileEntry {
  readonly path: RepoPath;
  readonly sizeBytes: number;
  /** Modification time in ms. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** What lies in a project; every list is sorted by path. */
export interface Discovery {
  /** The files to index: `include` wants them and nothing speaks against them yet. */
  readonly files: readonly FileEntry[];
  /**
   * The files that say how imports resolve: tsconfig, jsconfig, package.json, pnpm-workspace.yaml.
   * Also those that git ignores: some repositories name them in .gitignore and commit them all the
   * same. What lies in an ignored folder stays out.
   */
  readonly resolutionFiles: readonly FileEntry[];
  /** Every regular file that is not ignored, of any type, and the resolution files. */
  readonly allPaths: readonly RepoPath[];
  /** Every folder that is not ignored and can be listed; the root is ''. */
  readonly folders: readonly string[];
  /** Every symbolic link that is not ignored; none is followed. */
  readonly links: readonly RepoPath[];
  /** Files that match `include`, links that might lead to such, and what cannot be read. */
  readonly skipped: readonly SkippedFile[];
}
