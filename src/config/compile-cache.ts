import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';

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
  const folder = join(homeDir, '.graph-memory', 'compiled');
  try {
    // Node would make it as open as the user's other folders are.
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  } catch {
    // Read-only, or a file: the program starts as it does without.
    return;
  }
  enableCompileCache(folder);
}
