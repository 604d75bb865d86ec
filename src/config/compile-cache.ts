import { mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';
import { homeFolder } from './home-folder.ts';

/** Nobody else may put code there, nor see the names of projects beside it. */
const FOLDER_MODE = 0o700;

/**
 * Keeps the modules that this thread loads compiled in the user's folder, for the next start: a fifth of
 * the time of a short command. Only Node 22.8 and later can; a folder that cannot be written is no
 * failure. Not in the folder for temporary files, Node's own choice, nor below the current one: others
 * may write there, and what is kept is code.
 */
export function keepCompiled(homeDir: string): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined || !isAbsolute(homeDir)) return;
  const own = homeFolder(homeDir);
  const folder = join(own, 'compiled');
  // Node would make them as open as the user's other folders are.
  if (isMade(own) && isMade(folder)) enableCompileCache(folder);
}

/** false: there is no home, or a read-only one, or a file in its place; the program starts as without. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch {
    // It may be there already.
  }
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
