import module from 'node:module';
import { join } from 'node:path';

/**
 * Keeps the program's modules compiled in the user's folder, for the next start: a fifth of the time of
 * a short command. Only Node 22.8 and later can; a folder that cannot be written is no failure there.
 * Not in the folder for temporary files, Node's own choice: others may write there, and what is kept is
 * code.
 */
export function keepCompiled(homeDir: string): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(homeDir, '.graph-memory', 'compiled'));
}
