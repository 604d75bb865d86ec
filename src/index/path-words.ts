/**
 * Extracts the words of a path. Folders shared by every indexed file do not distinguish files, so
 * paths are read from below the deepest folder that contains all files.
 */
import { basenameOf } from '../model/path.ts';
import { termsOfWord, wordsOf } from './tokenize.ts';

export interface PathWords {
  /** File name without its extension; `.d.ts` counts as one extension. */
  readonly stem: string;
  /** Folder names below the shared folder, outermost first. */
  readonly folders: readonly string[];
}

/**
 * Returns the number of leading folders that all paths share. Paths must be sorted, so comparing
 * the first and the last is enough.
 */
export function sharedFolderDepth(paths: readonly string[]): number {
  const [first, last] = [paths.at(0), paths.at(-1)].map((path) => path?.split('/').slice(0, -1));
  if (first === undefined || last === undefined) return 0;
  let depth = 0;
  while (depth < first.length && depth < last.length && first[depth] === last[depth]) depth++;
  return depth;
}

export function pathWords(path: string, sharedDepth: number): PathWords {
  return {
    stem: stemOfPath(path),
    folders: path.split('/').slice(sharedDepth, -1),
  };
}

/** Returns the terms of a file or folder name. */
export function termsOfName(name: string): readonly string[] {
  return wordsOf(name).flatMap(termsOfWord);
}

/** The terms of a path. */
export interface PathTerms {
  /** Occurrences of each term in the stem and in the folders. */
  readonly counts: Map<string, readonly [stem: number, folder: number]>;
  readonly stemLength: number;
  readonly folderLength: number;
}

export function pathTerms(path: string, sharedDepth: number): PathTerms {
  const counts = new Map<string, readonly [stem: number, folder: number]>();
  const { stem, folders } = pathWords(path, sharedDepth);
  const stemTerms = termsOfName(stem);
  const folderTerms = folders.flatMap(termsOfName);
  for (const term of stemTerms) counts.set(term, [(counts.get(term)?.[0] ?? 0) + 1, 0]);
  for (const term of folderTerms) {
    const [inStem, inFolders] = counts.get(term) ?? [0, 0];
    counts.set(term, [inStem, inFolders + 1]);
  }
  return { counts, stemLength: stemTerms.length, folderLength: folderTerms.length };
}

/** Returns the {@link PathWords.stem} of a path. */
export function stemOfPath(path: string): string {
  const name = basenameOf(path);
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return stem.length > 2 && stem.endsWith('.d') ? stem.slice(0, -2) : stem;
}
