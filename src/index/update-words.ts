/** Updates the word index after a change: unchanged files keep their words, under new numbers. */
import { appendTo } from '../base/append-to.ts';
import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { newIndexes } from '../base/new-indexes.ts';
import type { RepoPath } from '../model/path.ts';
import { SEPARATOR, type TextWords, type WordIndex } from './word-index.ts';
import { Words } from './words.ts';

interface WordChange {
  /** Paths of all current files, sorted. */
  readonly paths: readonly RepoPath[];
  /** Words of the added and changed files. */
  readonly texts: ReadonlyMap<RepoPath, TextWords>;
  /** Previous words of the changed files. Without them, the files of all words are searched. */
  readonly before?: ReadonlyMap<RepoPath, TextWords> | undefined;
}

/**
 * Updates `before`, the words of `oldPaths`, in steps. If no file is added or removed and the previous
 * words of the changed files are known, the cost depends on these files alone. Otherwise it is one
 * pass over the files of all words; runs of words with unchanged files are copied in one piece.
 */
export function* updateWordSteps(
  before: Words,
  oldPaths: readonly RepoPath[],
  { paths, texts, before: previous }: WordChange,
): Task<Words> {
  if (oldPaths === paths && previous)
    return yield* replacedWords(before, paths, { texts, before: previous });
  const index = before.merged;
  const numberOf = newIndexes(oldPaths, paths);
  const isChanged = new Uint8Array(oldPaths.length);
  for (const path of texts.keys()) {
    const old = lowerBound(oldPaths, path);
    if (oldPaths[old] === path) isChanged[old] = 1;
  }
  const words = yield* wordsByFile(paths, texts);
  const changes = { numberOf, isChanged, words };
  const rows = new Map<string, readonly number[]>();
  const { touched, known } = yield* touchedWords(index, changes);
  for (const word of touched) {
    rows.set(index.wordAt(word), filesNow(index, word, changes));
    yield;
  }
  yield* addFiles(rows, before, yield* filesByWord(words, known));
  const unchanged = numberOf.map((file, old) => (isChanged[old] === 1 ? -1 : file));
  const longer = longerFiles(before, (old) => unchanged[old] ?? -1, { paths, texts });
  return new Words(before.withReplaced(rows, longer).merged);
}

/** Does the same for files that keep their numbers and whose previous words are known. */
function* replacedWords(
  before: Words,
  paths: readonly RepoPath[],
  { texts, before: previous }: Required<Pick<WordChange, 'texts' | 'before'>>,
): Task<Words> {
  const words = yield* wordsByFile(paths, texts);
  const dropped = yield* wordsByFile(paths, previous ?? new Map());
  const rows = new Map<string, readonly number[]>();
  for (const [file, old] of dropped)
    for (const word of old) {
      if (words.get(file)?.has(word) === true) continue;
      const files = rows.get(word) ?? before.filesOf(word);
      rows.set(
        word,
        files.filter((other) => other !== file),
      );
    }
  yield;
  yield* addFiles(rows, before, yield* filesByWord(words, dropped));
  const longer = longerFiles(before, (old) => (dropped.has(old) ? -1 : old), { paths, texts });
  return before.withReplaced(rows, longer);
}

/** Adds files to the rows of words. */
function* addFiles(
  rows: Map<string, readonly number[]>,
  before: Words,
  added: ReadonlyMap<string, readonly number[]>,
): Task<undefined> {
  for (const [word, files] of added) {
    rows.set(word, merged(rows.get(word) ?? before.filesOf(word), files));
    yield;
  }
  return undefined;
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
  index: WordIndex,
  { numberOf, isChanged, words }: OldFiles,
): Task<{ readonly touched: ReadonlySet<number>; readonly known: WordsByFile }> {
  const touched = new Set<number>();
  const known = new Map(Array.from(words.keys(), (file) => [file, new Set<string>()]));
  const isOther = isChanged.map((changed, old) => (numberOf[old] === old ? changed : 1));
  yield* index.visitMarkedSteps(isOther, (word, old) => {
    const file = numberOf[old] as number;
    if (file !== old) touched.add(word);
    if (isChanged[old] === 0) return;
    const text = index.wordAt(word);
    if (words.get(file)?.has(text) === true) known.get(file)?.add(text);
    else touched.add(word);
  });
  return { touched, known };
}

/** Returns the files of a previous word that still contain it. */
function filesNow(
  index: WordIndex,
  word: number,
  { numberOf, isChanged, words }: OldFiles,
): readonly number[] {
  const text = index.wordAt(word);
  const files: number[] = [];
  index.visit(word, (old) => {
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
  before: Words,
  numberOf: (old: number) => number,
  { paths, texts }: Pick<WordChange, 'paths' | 'texts'>,
): Int32Array {
  const kept = Array.from(before.longerFiles, numberOf);
  const made = [...texts].flatMap(([path, { hasLonger }]) =>
    hasLonger ? [lowerBound(paths, path)] : [],
  );
  return Int32Array.from([...kept.filter((file) => file >= 0), ...made].sort((a, b) => a - b));
}
