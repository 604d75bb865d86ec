/** The word index after a change: files that stayed keep their words, under their new numbers. */
import { appendTo } from '../base/append-to.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { Steps } from '../base/steps.ts';
import type { RepoPath } from '../model/path.ts';
import { SEPARATOR, type TextWords, WORDS_PER_STEP, type WordIndex } from './word-index.ts';
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
export function* updateWordSteps(
  before: WordIndex,
  oldPaths: readonly RepoPath[],
  { paths, texts }: WordChange,
): Steps<WordIndex> {
  const numbers = new Map(paths.map((path, file) => [path, file]));
  /** Per old file its number now; −1 when it is gone. */
  const numberOf = Int32Array.from(oldPaths, (path) => numbers.get(path) ?? -1);
  const missing = yield* wordsByFile(numbers, texts);
  const changes = { numberOf, isChanged: changedFlags(oldPaths, texts), missing };
  const rows = new Map<string, readonly number[]>();
  for (let word = 0; word < before.wordCount; word++) {
    if (word % WORDS_PER_STEP === 0) yield;
    const files = filesNow(before, word, changes);
    if (files !== undefined) rows.set(before.wordAt(word), files);
  }
  for (const [word, added] of yield* filesByWord(missing)) {
    const kept = rows.get(word) ?? before.filesOf(before.find(word));
    rows.set(word, merged(kept, added));
    yield;
  }
  const writer = new WordIndexWriter(before);
  // Without a comparator V8 compares by UTF-16 unit as well, and sooner.
  for (const word of [...rows.keys()].sort()) {
    writer.put(word, rows.get(word) ?? []);
    yield;
  }
  const unchanged = numberOf.map((file, old) => (changes.isChanged[old] === 1 ? -1 : file));
  return writer.finish(longerFiles(before, unchanged, paths, texts));
}

/** Of the new and the changed files, by number and in order, the words that have not been met. */
type MissingWords = ReadonlyMap<number, Set<string>>;

function* wordsByFile(
  numbers: ReadonlyMap<RepoPath, number>,
  texts: WordChange['texts'],
): Steps<MissingWords> {
  const missing: [number, Set<string>][] = [];
  for (const [path, { words }] of texts) {
    // The last NUL ends the last word.
    missing.push([numbers.get(path) ?? -1, new Set(words.split(SEPARATOR).slice(0, -1))]);
    yield;
  }
  return new Map(missing.sort(([a], [b]) => a - b));
}

/** Per old file: it is among the changed ones. */
function changedFlags(oldPaths: readonly RepoPath[], texts: WordChange['texts']): Uint8Array {
  return Uint8Array.from(oldPaths, (path) => (texts.has(path) ? 1 : 0));
}

interface OldFiles {
  readonly numberOf: Int32Array;
  readonly isChanged: Uint8Array;
  readonly missing: MissingWords;
}

/**
 * The files of a word of before that still have it, which `missing` does not list any more then;
 * undefined where they are the same as before.
 */
function filesNow(
  before: WordIndex,
  word: number,
  { numberOf, isChanged, missing }: OldFiles,
): readonly number[] | undefined {
  let isTouched = false;
  before.visit(word, (old) => {
    isTouched ||= isChanged[old] === 1 || numberOf[old] !== old;
  });
  if (!isTouched) return undefined;
  const text = before.wordAt(word);
  const files: number[] = [];
  let isSame = true;
  before.visit(word, (old) => {
    const file = numberOf[old] as number;
    const stays = isChanged[old] === 0 || missing.get(file)?.delete(text) === true;
    isSame &&= stays && file === old;
    if (stays && file >= 0) files.push(file);
  });
  return isSame ? undefined : files;
}

/** Files ascend. */
function* filesByWord(missing: MissingWords): Steps<ReadonlyMap<string, readonly number[]>> {
  const files = new Map<string, number[]>();
  for (const [file, words] of missing) {
    for (const word of words) appendTo(files, word, file);
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
  const made = paths.flatMap((path, file) => (texts.get(path)?.hasLonger === true ? [file] : []));
  return [...kept.filter((file) => file >= 0), ...made].sort((a, b) => a - b);
}
