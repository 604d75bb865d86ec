/** Updates the word index after a change: unchanged files keep their words, under new numbers. */
import { appendTo } from '../base/append-to.ts';
import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { newIndexes } from '../base/new-indexes.ts';
import type { RepoPath } from '../model/path.ts';
import { SEPARATOR, type TextWords, WordIndex } from './word-index.ts';
import { WordIndexWriter } from './word-index-writer.ts';

interface WordChange {
  /** Paths of all current files, sorted. */
  readonly paths: readonly RepoPath[];
  /** Words of the added and changed files. */
  readonly texts: ReadonlyMap<RepoPath, TextWords>;
  /** Previous words of the changed files. Without them, the files of all words are searched. */
  readonly before?: ReadonlyMap<RepoPath, TextWords> | undefined;
}

/**
 * Updates `before`, the index of `oldPaths`, in steps. Cost: one pass over the files of all words,
 * plus the words of the changed files. Runs of words with unchanged files are copied in one piece.
 */
export function* updateWordSteps(
  before: WordIndex,
  oldPaths: readonly RepoPath[],
  { paths, texts, before: previous }: WordChange,
): Task<WordIndex> {
  const numberOf = newIndexes(oldPaths, paths);
  const isChanged = new Uint8Array(oldPaths.length);
  for (const path of texts.keys()) {
    const old = lowerBound(oldPaths, path);
    if (oldPaths[old] === path) isChanged[old] = 1;
  }
  const words = yield* wordsByFile(paths, texts);
  const changes = { numberOf, isChanged, words };
  const rows = new Map<string, readonly number[]>();
  const { touched, known } =
    oldPaths === paths && previous
      ? yield* touchedByKnown(before, words, yield* wordsByFile(paths, previous))
      : yield* touchedWords(before, changes);
  for (const word of touched) {
    rows.set(before.wordAt(word), filesNow(before, word, changes));
    yield;
  }
  for (const [word, added] of yield* filesByWord(words, known)) {
    const kept = rows.get(word) ?? before.filesOf(before.find(word));
    rows.set(word, merged(kept, added));
    yield;
  }
  const unchanged = numberOf.map((file, old) => (isChanged[old] === 1 ? -1 : file));
  const longer = longerFiles(before, unchanged, paths, texts);
  if (rows.size === 0)
    return new WordIndex({ ...before.data, longerFiles: Int32Array.from(longer) });
  const writer = new WordIndexWriter(before, rows.size);
  // Without a comparator V8 also compares by UTF-16 code unit, and faster.
  for (const word of [...rows.keys()].sort()) {
    writer.put(word, rows.get(word) ?? []);
    yield;
  }
  return writer.runSync(longer);
}

/** Words by file number, with files in order. */
type WordsByFile = ReadonlyMap<number, ReadonlySet<string>>;

/** Collects the words of the added and changed files. */
function* wordsByFile(paths: readonly RepoPath[], texts: WordChange['texts']): Task<WordsByFile> {
  const byFile: [number, Set<string>][] = [];
  for (const [path, { words }] of texts) {
    // Drops the empty text after the last NUL, which ends the last word.
    byFile.push([lowerBound(paths, path), new Set(words.split(SEPARATOR).slice(0, -1))]);
    yield;
  }
  return new Map(byFile.sort(([a], [b]) => a - b));
}

interface OldFiles {
  /** New number of each previous file; −1 if it was removed. */
  readonly numberOf: Int32Array;
  /** Whether each previous file is among the changed ones. */
  readonly isChanged: Uint8Array;
  readonly words: WordsByFile;
}

/**
 * Returns the previous words that lose a file or whose files are renumbered and, per changed file,
 * the previous words that it still contains.
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

/** Does the same for files that keep their numbers and whose previous words are known. */
function* touchedByKnown(
  before: WordIndex,
  words: WordsByFile,
  previous: WordsByFile,
): Task<{ readonly touched: ReadonlySet<number>; readonly known: WordsByFile }> {
  const touched = new Set<number>();
  const known = new Map<number, Set<string>>();
  for (const [file, old] of previous) {
    const still = new Set<string>();
    for (const word of old)
      if (words.get(file)?.has(word) === true) still.add(word);
      else touched.add(before.find(word));
    known.set(file, still);
    yield;
  }
  return { touched, known };
}

/** Returns the files of a previous word that still contain it. */
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

/** Returns the ascending files of words that they did not contain before. */
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

/** Merges two ascending lists. The second nearly always has few files. */
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
