import { fileURLToPath } from 'node:url';
import { type KeptProgram, keptIn, loadProgram } from '../config/kept-program.ts';
import { homeDirectory } from './home-directory.ts';

/** Runs one of the program's scripts by what this process says of itself: `script` beside its entry. */
export function loadKept<Exports>(name: 'program' | 'thread', script: URL): KeptProgram<Exports> {
  return loadProgram<Exports>(fileURLToPath(script), {
    homeDir: keptIn(homeDirectory(), process.env),
    name: `${name}-${process.version}-${process.platform}-${process.arch}`,
    uid: process.geteuid?.(),
  });
}
