import { fileURLToPath } from 'node:url';
import { type CachedProgram, cachedIn, loadProgram } from '../config/code-cache.ts';
import { homeDirectory } from './home-directory.ts';

/** Runs one of the program's scripts by what this process says of itself: `script` beside its entry. */
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
