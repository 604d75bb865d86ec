import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import type { Directory } from '../store/directory.ts';

/** A published state of a project: its index and its files, which are not on this disk. */
export interface PublishedSnapshot {
  /** The files of the store that the state was published from. */
  readonly store: Directory;
  /** The commit of the state; undefined outside of git. */
  readonly commit: string | undefined;
  /**
   * Returns a file as it was published, with secrets masked.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND.
   */
  read(path: RepoPath): Promise<SourceFile>;
}
