import type { RepoPath } from './path.ts';

/** The unit that is searched and returned: whole lines of one file, cut at declarations. */
export interface Chunk {
  readonly path: RepoPath;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 offsets, half-open. */
  readonly start: number;
  readonly end: number;
  /** Index into the file's declarations of the largest one that starts here; −1: none. */
  readonly declaration: number;
}
