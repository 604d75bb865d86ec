import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether anything is at a path below a folder, ignored or not. */
export function exists(root: string, path: string): boolean {
  return existsSync(join(root, path));
}
