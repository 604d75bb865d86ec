/** The word index after a change: files that stayed keep their words, under their new numbers. */
import { compareStrings } from '../base/compare.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { RepoPath } from '../model/path.ts';
import type { TextWords, WordIndex } from './word-index.ts';
import { WordIndexWriter } from './word-index-writer.ts';

interface WordChange {
  /** All files there are now, sorted. */
  readonly paths: readonly RepoPath[];
  /** Words of the new and the changed ones. */
  readonly texts: ReadonlyMap<RepoPath, TextWords>;
}

/**
 * `before` is of `oldPaths`. Cost: one pass over the words and their files; words that are in no changed
 * file and whose files have their numbers still are copied in one piece.
 */
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
  const rows = new Map<string, number[]>();
  for (let word = 0; word < before.wordCount; word++) {
    if (before.hasOnly(word, (file) => numberOf[file] === file)) continue;
    const files = before.filesOf(word).map((file) => numberOf[file] ?? -1);
    rows.set(
      before.wordAt(word),
      files.filter((file) => file >= 0),
    );
  }
  for (const [file, path] of paths.entries()) addWords(rows, before, file, texts.get(path));
  const writer = new WordIndexWriter(before);
  for (const word of [...rows.keys()].sort(compareStrings)) writer.put(word, rows.get(word) ?? []);
  return writer.finish(longerFiles(before, numberOf, paths, texts));
}

function addWords(
  rows: Map<string, number[]>,
  before: WordIndex,
  file: number,
  text: TextWords | undefined,
): void {
  // The last NUL ends the last word.
  for (const word of text?.words.split('\0').slice(0, -1) ?? []) {
    const files = rows.get(word) ?? before.filesOf(before.find(word));
    files.splice(lowerBound(files, file), 0, file);
    rows.set(word, files);
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
