/**
 * Records which files contain which words exactly as written, so that a search for literal text is
 * as complete as reading every file. Terms cannot do this because they are stemmed and split.
 *
 * A word is a maximal run of word characters, so a text consists of words and the text between
 * them. A literal of one word occurs in a file if and only if it is part of one of the file's
 * words. A literal of several words can only occur in files that contain its inner words, a word
 * that ends with its first word, and a word that begins with its last word.
 */
import { runSync, type Task } from '../base/cooperative.ts';
import { lowerBoundBy } from '../base/lower-bound.ts';
import { unshared } from '../base/unshared.ts';
import { wordsOf } from './tokenize.ts';
import { isWholeWord } from './whole-word.ts';

/**
 * Maximum length of a listed word, in UTF-16 code units. Longer words are data; only the files that
 * contain them are recorded.
 */
const WORD_LENGTH_MAX = 200;

/** Separates words; no word contains NUL. */
export const SEPARATOR = '\0';

/** The words of one text. */
export interface TextWords {
  /** Distinct sorted words, each followed by NUL. */
  readonly words: string;
  /** Whether the text has words that are too long to be listed. */
  readonly hasLonger: boolean;
}

export function textWords(text: string): TextWords {
  return listedWords(new Set(wordsOf(text)));
}

/** Lists distinct words of a text, given in any order. */
export function listedWords(distinct: Iterable<string>): TextWords {
  let hasLonger = false;
  const words: string[] = [];
  for (const word of distinct) {
    if (word.length > WORD_LENGTH_MAX) hasLonger = true;
    else words.push(word);
  }
  // Without a comparator V8 also compares by UTF-16 code unit, and faster.
  words.sort();
  return { words: words.length === 0 ? '' : words.join(SEPARATOR) + SEPARATOR, hasLonger };
}

/** The word index as plain data. */
export interface WordIndexData {
  /** All words, sorted and separated by NUL; begins and ends with NUL. */
  readonly words: string;
  /** Start of each word in `words`, with one extra entry at the end. */
  readonly wordStarts: Int32Array;
  /** Start of each word's files in `files`, with one extra entry at the end. */
  readonly fileStarts: Int32Array;
  /** Files of each word, ascending: the gap to the previous file minus one, in LEB128. */
  readonly files: Uint8Array;
  /** Files that contain words too long to be listed. */
  readonly longerFiles: Int32Array;
}

/** How a word of a text must match the text searched for. */
export type WordFit = 'whole' | 'start' | 'end' | 'part';

const NONE: ReadonlySet<number> = new Set();

export class WordIndex {
  readonly data: WordIndexData;

  constructor(data: WordIndexData) {
    this.data = data;
  }

  get wordCount(): number {
    return this.data.wordStarts.length - 1;
  }

  /**
   * Calls `found` with every file that has a matching word, once per matching word that is not in
   * `isSkipped`. Cost: a binary search for `whole` and `start`, a scan of all words for the others.
   */
  filesWith(
    text: string,
    fit: WordFit,
    found: (file: number) => void,
    isSkipped: ReadonlySet<number> = NONE,
  ): void {
    if (fit === 'whole' || fit === 'start') {
      for (let word = this.lowerBound(text); this.#matches(word, text, fit); word++) {
        if (!isSkipped.has(word)) this.visit(word, found);
        if (fit === 'whole') return;
      }
      return;
    }
    const { words, wordStarts } = this.data;
    const sought = fit === 'end' ? text + SEPARATOR : text;
    for (let at = words.indexOf(sought); at >= 0; ) {
      const word = this.#holding(at);
      if (!isSkipped.has(word)) this.visit(word, found);
      at = words.indexOf(sought, wordStarts[word + 1] ?? words.length);
    }
  }

  /**
   * Calls `found` with every file that may hold the text without ASCII word characters around it,
   * once per listed word that does. Cost: a scan of all words.
   */
  filesWithWhole(
    text: string,
    found: (file: number) => void,
    isSkipped: ReadonlySet<number> = NONE,
  ): void {
    const { words, wordStarts } = this.data;
    for (let at = words.indexOf(text); at >= 0; ) {
      if (!isWholeWord(words, at, at + text.length)) at = words.indexOf(text, at + 1);
      else {
        const word = this.#holding(at);
        if (!isSkipped.has(word)) this.visit(word, found);
        at = words.indexOf(text, wordStarts[word + 1] ?? words.length);
      }
    }
  }

  #matches(word: number, text: string, fit: 'whole' | 'start'): boolean {
    const { words, wordStarts } = this.data;
    if (word >= this.wordCount) return false;
    const start = wordStarts[word] ?? 0;
    return words.startsWith(fit === 'whole' ? text + SEPARATOR : text, start);
  }

  /** Returns the first word that is not smaller. */
  lowerBound(text: string): number {
    return lowerBoundBy(this.wordCount, (word) => this.wordAt(word) < text);
  }

  /** Returns the word at a position of `words`. */
  #holding(position: number): number {
    const { wordStarts } = this.data;
    let low = 0;
    let high = this.wordCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((wordStarts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the files of a word, ascending; empty for an unknown word. */
  filesOf(word: number): number[] {
    const files: number[] = [];
    if (word >= 0) this.visit(word, (file) => files.push(file));
    return files;
  }

  wordAt(word: number): string {
    const { words, wordStarts } = this.data;
    return words.slice(wordStarts[word] ?? 0, (wordStarts[word + 1] ?? 0) - 1);
  }

  /** Returns the number of a word; −1 if it is not listed. */
  find(text: string): number {
    const word = this.lowerBound(text);
    return word < this.wordCount && this.wordAt(word) === text ? word : -1;
  }

  /** Calls `found` with every word and each of its marked files, both ascending. */
  *visitMarkedSteps(
    isMarked: Uint8Array,
    found: (word: number, file: number) => void,
  ): Task<undefined> {
    const { fileStarts, files } = this.data;
    for (let word = 0; word < this.wordCount; word++) {
      if (word % WORDS_PER_STEP === 0) yield;
      const end = fileStarts[word + 1] as number;
      let file = -1;
      // Inlined copy of `visit`, because every update scans the whole index.
      for (let at = fileStarts[word] as number; at < end; ) {
        let byte = files[at++] as number;
        let gap = byte & 0x7f;
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = files[at++] as number;
          gap |= (byte & 0x7f) << shift;
        }
        file += gap + 1;
        if (isMarked[file] === 1) found(word, file);
      }
    }
    return undefined;
  }

  /** Calls `found` with the files of a word, ascending. */
  visit(word: number, found: (file: number) => void): void {
    const { fileStarts, files } = this.data;
    const end = fileStarts[word + 1] ?? 0;
    let file = -1;
    for (let at = fileStarts[word] ?? 0; at < end; ) {
      let gap = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = files[at++] ?? 0;
        gap |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80);
      file += gap + 1;
      found(file);
    }
  }
}

/** Builds the index of texts given in file order. Cost: linear, except for sorting the words. */
export function buildWordIndex(texts: readonly TextWords[]): WordIndex {
  const collector = new WordCollector();
  for (const text of texts) collector.add(text);
  return runSync(collector.indexSteps(Int32Array.from(texts.keys())));
}

/** The words of texts that are added one at a time. Keeps the texts of no file. */
export class WordCollector {
  readonly #filesOf = new Map<string, number[]>();
  readonly #longerFiles: number[] = [];
  #count = 0;

  add({ words, hasLonger }: TextWords): void {
    const file = this.#count++;
    if (hasLonger) this.#longerFiles.push(file);
    for (let start = 0; start < words.length; ) {
      const end = words.indexOf(SEPARATOR, start);
      const word = words.slice(start, end);
      const files = this.#filesOf.get(word);
      if (files === undefined) this.#filesOf.set(unshared(word), [file]);
      else files.push(file);
      start = end + 1;
    }
  }

  /** Builds the index. `numbers` are the numbers in it of the files in the order of adding. */
  indexSteps(numbers: Int32Array): Task<WordIndex> {
    const isInOrder = numbers.every((number, place) => number === place);
    const numbered = (files: readonly number[]) =>
      isInOrder ? files : files.map((file) => numbers[file] ?? 0).sort((a, b) => a - b);
    return packSteps(this.#filesOf, numbered, this.#longerFiles);
  }
}

/** Number of words per step: processing them takes a few ms. */
const WORDS_PER_STEP = 1000;

/** Packs words with their files; `numbered` returns these ascending, by the numbers of the index. */
function* packSteps(
  filesOf: ReadonlyMap<string, readonly number[]>,
  numbered: (files: readonly number[]) => readonly number[],
  longerFiles: readonly number[],
): Task<WordIndex> {
  // Without a comparator V8 also compares by UTF-16 code unit, and faster.
  const sorted = [...filesOf.keys()].sort();
  yield;
  const wordStarts = new Int32Array(sorted.length + 1);
  const fileStarts = new Int32Array(sorted.length + 1);
  const bytes: number[] = [];
  let position = 1;
  for (const [index, word] of sorted.entries()) {
    wordStarts[index] = position;
    fileStarts[index] = bytes.length;
    pushGaps(bytes, numbered(filesOf.get(word) ?? []));
    position += word.length + 1;
    if (index % WORDS_PER_STEP === 0) yield;
  }
  wordStarts[sorted.length] = position;
  fileStarts[sorted.length] = bytes.length;
  return new WordIndex({
    words: [SEPARATOR, ...sorted.map((word) => word + SEPARATOR)].join(''),
    wordStarts,
    fileStarts,
    files: Uint8Array.from(bytes),
    longerFiles: Int32Array.from(numbered(longerFiles)),
  });
}

/** Appends ascending files as gaps. @package */
export function pushGaps(bytes: number[], files: readonly number[]): void {
  let previous = -1;
  for (const file of files) {
    let gap = file - previous - 1;
    previous = file;
    for (; gap >= 0x80; gap >>>= 7) bytes.push((gap & 0x7f) | 0x80);
    bytes.push(gap);
  }
}
