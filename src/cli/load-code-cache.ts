import { fileURLToPath } from 'node:url';
import { type CachedProgram, cachedIn, loadProgram } from '../config/code-cache.ts';
import { homeDirectory } from './home-directory.ts';

/**
 * Loads one of the program's scripts with the properties of this process. `script` lies beside the
 * entry.
 */
export function loadCodeCache<Exports>(
  name: 'program' | 'thread',
  script: URL,
): CachedProgram<Exports> {
  return loadProgram<Exports>(fileURLToPath(script), {
    homeDir: cachedIn(homeDirectory(), process.env),
    name: `${name}-${process.version}-${process.platform}-${process.arch}`,
    uid: process.geteuid?.(),
  });
}
