/**
 * What a path says, in words. Folders that every indexed file shares say nothing about any of them,
 * so paths are read from below the deepest folder that holds all files.
 */
import { basenameOf } from '../model/path.ts';
import { termsOfWord, wordsOf } from './tokenize.ts';

export interface PathWords {
  /** File name without its extension; `.d.ts` counts as one. */
  readonly stem: string;
  /** Folder names below the shared folder, outermost first. */
  readonly folders: readonly string[];
}

/** Counts the leading folders that all paths share. Cost: one look at each path. */
export function sharedFolderDepth(paths: readonly string[]): number {
  const [first, ...others] = paths;
  if (first === undefined) return 0;
  let shared = first.split('/').slice(0, -1);
  for (const path of others) {
    const parts = path.split('/');
    const folderCount = parts.length - 1;
    let depth = 0;
    while (depth < shared.length && depth < folderCount && shared[depth] === parts[depth]) depth++;
    if (depth < shared.length) shared = shared.slice(0, depth);
  }
  return shared.length;
}

export function pathWords(path: string, sharedDepth: number): PathWords {
  return {
    stem: stemOfName(basenameOf(path)),
    folders: path.split('/').slice(sharedDepth, -1),
  };
}

/** Terms of a file or folder name. */
export function termsOfName(name: string): readonly string[] {
  return wordsOf(name).flatMap(termsOfWord);
}

function stemOfName(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return stem.length > 2 && stem.endsWith('.d') ? stem.slice(0, -2) : stem;
}
