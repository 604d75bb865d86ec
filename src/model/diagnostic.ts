import type { RepoPath } from './path.ts';

/** Why a file of the project is not in the graph. `status` shows these words. */
export const SKIP_REASONS = [
  'binary',
  'oversized',
  'minified',
  'unreadable',
  'symlink',
  'notAFile',
  'secret',
  'parseBudget',
  'parseFailed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedFile {
  readonly path: RepoPath;
  readonly reason: SkipReason;
  /**
   * A short explanation for people: the size and its limit, the system's error, the target of a
   * link.
   */
  readonly detail: string;
}

/** A problem in the user's files that did not stop the indexing; never thrown. */
export interface Diagnostic {
  readonly path: RepoPath;
  readonly line: number;
  readonly message: string;
}
