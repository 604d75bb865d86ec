import type { RepoPath } from './path.ts';

/** The unit of search: whole lines of one file, cut at declarations. */
export interface Chunk {
  readonly path: RepoPath;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 offsets, half-open. */
  readonly start: number;
  readonly end: number;
  /**
   * Index of the largest declaration that starts here, in the file's declarations; −1 if none does.
   */
  readonly declaration: number;
}
