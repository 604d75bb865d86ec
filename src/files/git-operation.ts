import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findGitFolder } from './git-folder.ts';

/** Files in git's folder that exist while an operation waits for its next step. */
const MARKS = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

export const GIT_OPERATIONS = ['rebase', 'merge', 'cherry-pick', 'revert', 'bisect'] as const;

/** Returns the unfinished operation of the repository that contains a folder, if there is one. */
export function gitOperation(folder: string): (typeof GIT_OPERATIONS)[number] | undefined {
  const own = findGitFolder(folder)?.own;
  if (own === undefined) return undefined;
  return MARKS.find(([name]) => existsSync(join(own, name)))?.[1];
}
