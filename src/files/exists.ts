import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isGraphMemoryError } from '../base/errors.ts';
import { dirnameOf } from '../model/path.ts';
import { resolveInside } from './containment.ts';

/** Whether anything is at a path below a folder, ignored or not. */
export function exists(root: string, path: string): boolean {
  return existsSync(join(root, path));
}

/**
 * The same for a path that a file of the project names. What lies behind a link that leaves the project
 * counts as there: whether it is is not for the project's files to ask.
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
    // As existsSync says it: what cannot be looked at, whatever the reason, is not there.
    return false;
  }
}
