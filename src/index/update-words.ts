/** The word index after a change: files that stayed keep their words, under their new numbers. */
import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { RepoPath } from '../model/path.ts';
import { SEPARATOR, type TextWords, type WordIndex } from './word-index.ts';
import { WordIndexWriter } from './word-index-writer.ts';

interface WordChange {
  /** All files there are now, sorted. */
  readonly paths: readonly RepoPath[];
  /** Words of the new and the changed ones. */
  readonly texts: ReadonlyMap<RepoPath, TextWords>;
}

/**
 * `before` is of `oldPaths`. Cost: one pass over the words and their files; words whose files are the same
 * are copied in one piece.
 */
export function updateWordIndex(
  before: WordIndex,
  oldPaths: readonly RepoPath[],
  { paths, texts }: WordChange,
): WordIndex {
  const numbers = new Map(paths.map((path, file) => [path, file]));
  /** Per old file its number now; −1 when it is gone. */
  const numberOf = Int32Array.from(oldPaths, (path) => numbers.get(path) ?? -1);
  /** Per old file: it has other words now, or another number. */
  const isMoved = Uint8Array.from(oldPaths, (path, old) =>
    texts.has(path) || numberOf[old] !== old ? 1 : 0,
  );
  /** Of the new and the changed files, the words that `before` does not have of them. */
  const missing = new Map(
    Array.from(texts, ([path, { words }]) => [
      numbers.get(path) ?? -1,
      // The last NUL ends the last word.
      new Set(words.split(SEPARATOR).slice(0, -1)),
    ]),
  );
  const rows = new Map<string, number[]>();
  for (let word = 0; word < before.wordCount; word++) {
    let isTouched = false;
    before.visit(word, (old) => {
      isTouched ||= isMoved[old] === 1;
    });
    if (!isTouched) continue;
    const text = before.wordAt(word);
    const files: number[] = [];
    let isSame = true;
    before.visit(word, (old) => {
      const file = numberOf[old] as number;
      const stays = !texts.has(at(oldPaths, old)) || missing.get(file)?.delete(text) === true;
      isSame &&= stays && file === old;
      if (stays && file >= 0) files.push(file);
    });
    if (!isSame) rows.set(text, files);
  }
  for (const [file, words] of missing) {
    for (const word of words) {
      const files = rows.get(word) ?? before.filesOf(before.find(word));
      files.splice(lowerBound(files, file), 0, file);
      rows.set(word, files);
    }
  }
  const writer = new WordIndexWriter(before);
  for (const word of [...rows.keys()].sort(compareStrings)) writer.put(word, rows.get(word) ?? []);
  const unchanged = numberOf.map((file, old) => (texts.has(at(oldPaths, old)) ? -1 : file));
  return writer.finish(longerFiles(before, unchanged, paths, texts));
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
