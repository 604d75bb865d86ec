/** The words of a text index, with those of edited files on top of the others. */
import { isWholeWord } from './whole-word.ts';
import { SEPARATOR, type WordFit, WordIndex, type WordIndexData } from './word-index.ts';
import { WordIndexWriter } from './word-index-writer.ts';

/** Files of each word, ascending; a word without files does not occur. */
type FilesByWord = ReadonlyMap<string, readonly number[]>;

/**
 * Maximum number of replaced words on top of an index. The store merges them after fewer edits, and
 * the next edit starts from its result.
 */
const REPLACED_MAX = 4096;

/**
 * The words of a text index: those of a base, and some with other files on top. An edit changes the
 * words of one file; copying all others would cost in proportion to the project.
 */
export class Words {
  /** Files with words too long to be listed. */
  readonly longerFiles: Int32Array;
  readonly #base: WordIndex;
  readonly #replaced: FilesByWord;
  /** The numbers in the base of replaced words. */
  readonly #numbers: ReadonlySet<number>;
  #merged: WordIndex | undefined;

  constructor(
    base: WordIndex,
    replaced: FilesByWord = new Map(),
    longerFiles: Int32Array = base.data.longerFiles,
  ) {
    this.#base = base;
    this.#replaced = replaced;
    this.#numbers = new Set(Array.from(replaced.keys(), (word) => base.find(word)));
    this.longerFiles = longerFiles;
  }

  /** All words in one index. Made on first use, by copying. */
  get merged(): WordIndex {
    this.#merged ??= mergedIndex(this.#base, this.#replaced, this.longerFiles);
    return this.#merged;
  }

  /** The data of {@link merged}. */
  get data(): WordIndexData {
    return this.merged.data;
  }

  /** Returns the files of a word, ascending; none for an unknown word. */
  filesOf(word: string): readonly number[] {
    return this.#replaced.get(word) ?? this.#base.filesOf(this.#base.find(word));
  }

  /**
   * Calls `found` with every file that has a matching word, once per matching word. Cost: a binary
   * search for `whole` and `start`, a scan of all words for the others.
   */
  filesWith(text: string, fit: WordFit, found: (file: number) => void): void {
    this.#base.filesWith(text, fit, found, this.#numbers);
    for (const [word, files] of this.#replaced) if (fits(word, text, fit)) files.forEach(found);
  }

  /**
   * Calls `found` with every file that may hold the text without ASCII word characters around it,
   * once per listed word that does. Cost: a scan of all words.
   */
  filesWithWhole(text: string, found: (file: number) => void): void {
    this.#base.filesWithWhole(text, found, this.#numbers);
    for (const [word, files] of this.#replaced) if (hasWhole(word, text)) files.forEach(found);
  }

  /** Returns these words with other files for some of them. File numbers stay the same. */
  withReplaced(rows: FilesByWord, longerFiles: Int32Array): Words {
    const isMerged = this.#merged !== undefined;
    const replaced = new Map([...(isMerged ? [] : this.#replaced), ...rows]);
    const next = new Words(isMerged ? this.merged : this.#base, replaced, longerFiles);
    return replaced.size <= REPLACED_MAX ? next : new Words(next.merged);
  }
}

function mergedIndex(base: WordIndex, rows: FilesByWord, longerFiles: Int32Array): WordIndex {
  if (rows.size === 0)
    return longerFiles === base.data.longerFiles
      ? base
      : new WordIndex({ ...base.data, longerFiles });
  const writer = new WordIndexWriter(base, rows.size);
  // Without a comparator V8 also compares by UTF-16 code unit, and faster.
  for (const word of [...rows.keys()].sort()) writer.put(word, rows.get(word) ?? []);
  return writer.runSync([...longerFiles]);
}

function fits(word: string, text: string, fit: WordFit): boolean {
  if (fit === 'whole') return word === text;
  if (fit === 'start') return word.startsWith(text);
  return fit === 'end' ? word.endsWith(text) : word.includes(text);
}

function hasWhole(word: string, text: string): boolean {
  const separated = SEPARATOR + word + SEPARATOR;
  for (let at = separated.indexOf(text); at >= 0; at = separated.indexOf(text, at + 1))
    if (isWholeWord(separated, at, at + text.length)) return true;
  return false;
}
