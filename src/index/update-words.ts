/** The word index after a change: files that stayed keep their words, under their new numbers. */
import { appendTo } from '../base/append-to.ts';
import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { newIndexes } from '../base/new-indexes.ts';
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
 * `before` is of `oldPaths`. Cost: one pass over the files of all words, and what the words of the changed
 * files cost; words whose files are the same are copied in one piece.
 */
export function* updateWordSteps(
  before: WordIndex,
  oldPaths: readonly RepoPath[],
  { paths, texts }: WordChange,
): Task<WordIndex> {
  const numberOf = newIndexes(oldPaths, paths);
  const isChanged = Uint8Array.from(oldPaths, (path) => (texts.has(path) ? 1 : 0));
  const words = yield* wordsByFile(paths, texts);
  const changes = { numberOf, isChanged, words };
  const rows = new Map<string, readonly number[]>();
  const { touched, known } = yield* touchedWords(before, changes);
  for (const word of touched) {
    rows.set(before.wordAt(word), filesNow(before, word, changes));
    yield;
  }
  for (const [word, added] of yield* filesByWord(words, known)) {
    const kept = rows.get(word) ?? before.filesOf(before.find(word));
    rows.set(word, merged(kept, added));
    yield;
  }
  const writer = new WordIndexWriter(before, rows.size);
  // Without a comparator V8 compares by UTF-16 unit as well, and sooner.
  for (const word of [...rows.keys()].sort()) {
    writer.put(word, rows.get(word) ?? []);
    yield;
  }
  const unchanged = numberOf.map((file, old) => (isChanged[old] === 1 ? -1 : file));
  return writer.runSync(longerFiles(before, unchanged, paths, texts));
}

/** Words of files by their number, in order. */
type WordsByFile = ReadonlyMap<number, ReadonlySet<string>>;

/** Of the new and the changed files. */
function* wordsByFile(paths: readonly RepoPath[], texts: WordChange['texts']): Task<WordsByFile> {
  const byFile: [number, Set<string>][] = [];
  for (const [path, { words }] of texts) {
    // The last NUL ends the last word.
    byFile.push([lowerBound(paths, path), new Set(words.split(SEPARATOR).slice(0, -1))]);
    yield;
  }
  return new Map(byFile.sort(([a], [b]) => a - b));
}

interface OldFiles {
  /** Per old file its number now; −1 when it is gone. */
  readonly numberOf: Int32Array;
  /** Per old file: it is among the changed ones. */
  readonly isChanged: Uint8Array;
  readonly words: WordsByFile;
}

/**
 * The words of before that a file is lost to, or whose files have other numbers now; and, by file, which
 * words of before it still has.
 */
function* touchedWords(
  before: WordIndex,
  { numberOf, isChanged, words }: OldFiles,
): Task<{ readonly touched: ReadonlySet<number>; readonly known: WordsByFile }> {
  const touched = new Set<number>();
  const known = new Map(Array.from(words.keys(), (file) => [file, new Set<string>()]));
  const isOther = isChanged.map((changed, old) => (numberOf[old] === old ? changed : 1));
  yield* before.visitMarkedSteps(isOther, (word, old) => {
    const file = numberOf[old] as number;
    if (file !== old) touched.add(word);
    if (isChanged[old] === 0) return;
    const text = before.wordAt(word);
    if (words.get(file)?.has(text) === true) known.get(file)?.add(text);
    else touched.add(word);
  });
  return { touched, known };
}

/** The files of a word of before that still have it. */
function filesNow(
  before: WordIndex,
  word: number,
  { numberOf, isChanged, words }: OldFiles,
): readonly number[] {
  const text = before.wordAt(word);
  const files: number[] = [];
  before.visit(word, (old) => {
    const file = numberOf[old] as number;
    if (file >= 0 && (isChanged[old] === 0 || words.get(file)?.has(text) === true))
      files.push(file);
  });
  return files;
}

/** Of words that files did not have before. Files ascend. */
function* filesByWord(
  byFile: WordsByFile,
  known: WordsByFile,
): Task<ReadonlyMap<string, readonly number[]>> {
  const files = new Map<string, number[]>();
  for (const [file, words] of byFile) {
    for (const word of words) if (known.get(file)?.has(word) !== true) appendTo(files, word, file);
    yield;
  }
  return files;
}

/** Two ascending lists as one, of which the second is a few files in nearly all cases. */
function merged(kept: readonly number[], added: readonly number[]): readonly number[] {
  const all: number[] = [];
  let next = 0;
  for (const file of added) {
    const place = lowerBound(kept, file);
    for (; next < place; next++) all.push(kept[next] as number);
    all.push(file);
  }
  for (; next < kept.length; next++) all.push(kept[next] as number);
  return all;
}

function longerFiles(
  before: WordIndex,
  numberOf: Int32Array,
  paths: readonly RepoPath[],
  texts: ReadonlyMap<RepoPath, TextWords>,
): readonly number[] {
  const kept = [...before.data.longerFiles].map((file) => numberOf[file] ?? -1);
  const made = [...texts].flatMap(([path, { hasLonger }]) =>
    hasLonger ? [lowerBound(paths, path)] : [],
  );
  return [...kept.filter((file) => file >= 0), ...made].sort((a, b) => a - b);
}
