/** The word index after a change: files that stayed keep their words, under their new numbers. */
import { lowerBound } from '../base/lower-bound.ts';
import type { RepoPath } from '../model/path.ts';
import { type TextWords, type WordIndex, wordIndexOf } from './word-index.ts';

interface WordChange {
  /** All files there are now, sorted. */
  readonly paths: readonly RepoPath[];
  /** Words of the new and the changed ones. */
  readonly texts: ReadonlyMap<RepoPath, TextWords>;
}

/** `before` is of `oldPaths`. Cost: one pass over the words and their files. */
export function updateWordIndex(
  before: WordIndex,
  oldPaths: readonly RepoPath[],
  { paths, texts }: WordChange,
): WordIndex {
  const numbers = new Map(paths.map((path, file) => [path, file]));
  /** Per old file its number now; −1 when it is gone or changed. */
  const numberOf = Int32Array.from(oldPaths, (path) =>
    texts.has(path) ? -1 : (numbers.get(path) ?? -1),
  );
  const filesOf = new Map<string, number[]>();
  before.forEachWord((word, files) => {
    const kept = files.map((file) => numberOf[file] ?? -1).filter((file) => file >= 0);
    if (kept.length > 0) filesOf.set(word, kept);
  });
  for (const [file, path] of paths.entries()) addWords(filesOf, file, texts.get(path));
  return wordIndexOf(filesOf, longerFiles(before, numberOf, paths, texts));
}

function addWords(filesOf: Map<string, number[]>, file: number, text: TextWords | undefined): void {
  // The last NUL ends the last word.
  for (const word of text?.words.split('\0').slice(0, -1) ?? []) {
    const files = filesOf.get(word);
    if (files === undefined) filesOf.set(word, [file]);
    else files.splice(lowerBound(files, file), 0, file);
  }
}

function longerFiles(
  before: WordIndex,
  numberOf: Int32Array,
  paths: readonly RepoPath[],
  texts: ReadonlyMap<RepoPath, TextWords>,
): readonly number[] {
  const kept = [...before.data.longerFiles].map((file) => numberOf[file] ?? -1);
  const made = paths.flatMap((path, file) => (texts.get(path)?.hasLonger === true ? [file] : []));
  return [...kept.filter((file) => file >= 0), ...made].sort((a, b) => a - b);
}
