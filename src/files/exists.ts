import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RepoPath } from '../model/path.ts';

/** Whether anything is at a path of a project, ignored or not. */
export function exists(root: string, path: RepoPath): boolean {
  return existsSync(join(root, path));
}
