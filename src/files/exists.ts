import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isGraphMemoryError } from '../base/errors.ts';
import { dirnameOf } from '../model/path.ts';
import { resolveInside } from './containment.ts';

/** Whether anything exists at a path below a folder, ignored or not. */
export function exists(root: string, path: string): boolean {
  return existsSync(join(root, path));
}

/**
 * Whether anything exists at a path named by a project file. A path behind a link that leaves the
 * project counts as existing, because project files must not probe outside paths.
 */
export function existsInside(root: string, path: string): boolean {
  for (let folder = dirnameOf(path); folder !== ''; folder = dirnameOf(folder)) {
    try {
      resolveInside(root, folder);
      break;
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
      if (error.code === 'GM_USAGE') return true;
    }
  }
  try {
    lstatSync(join(root, path));
    return true;
  } catch {
    // Like existsSync: a path that cannot be accessed, for any reason, does not exist.
    return false;
  }
}
