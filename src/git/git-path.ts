import { type RepoPath, toRepoPath } from '../model/path.ts';

/** Matches a backslash, and parts of paths that no checkout has: empty, `.`, `..` and `.git`. */
const NEVER_A_FILE = /\\|(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;

/**
 * Returns a path that git has printed; undefined for one that is never a file of a project. Trees that
 * are not made by git can contain any names, and those with a backslash are not read from disk either.
 */
export function pathOfGit(path: string): RepoPath | undefined {
  return NEVER_A_FILE.test(path) ? undefined : toRepoPath(path);
}
