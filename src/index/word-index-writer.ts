import { pushGaps, SEPARATOR, WordIndex } from './word-index.ts';

/** Writes a word index that differs from another in the files of some words, given in order. */
export class WordIndexWriter {
  readonly #before: WordIndex;
  readonly #texts: string[] = [SEPARATOR];
  readonly #wordStarts: number[] = [];
  readonly #fileStarts: number[] = [];
  readonly #pieces: Uint8Array[] = [];
  #position = 1;
  #bytes = 0;
  /** The first word of before that is still to be copied. */
  #next = 0;

  constructor(before: WordIndex) {
    this.#before = before;
  }

  /** A word has these files now; none: there is no such word any more. Words between stay as they were. */
  put(word: string, files: readonly number[]): void {
    const place = this.#before.lowerBound(word);
    this.#copy(place);
    if (this.#before.find(word) >= 0) this.#next = place + 1;
    if (files.length === 0) return;
    const bytes: number[] = [];
    pushGaps(bytes, files);
    this.#start(0);
    this.#append(word + SEPARATOR, Uint8Array.from(bytes));
  }

  /** Up to a word of before. */
  #copy(end: number): void {
    const first = this.#next;
    if (first >= end) return;
    const { words, wordStarts, fileStarts, files } = this.#before.data;
    const [from, start] = [wordStarts[first] ?? 0, fileStarts[first] ?? 0];
    for (let word = first; word < end; word++)
      this.#start((wordStarts[word] ?? 0) - from, (fileStarts[word] ?? 0) - start);
    this.#append(words.slice(from, wordStarts[end]), files.subarray(start, fileStarts[end]));
    this.#next = end;
  }

  #start(inText: number, inBytes = 0): void {
    this.#wordStarts.push(this.#position + inText);
    this.#fileStarts.push(this.#bytes + inBytes);
  }

  #append(text: string, bytes: Uint8Array): void {
    this.#texts.push(text);
    this.#pieces.push(bytes);
    this.#position += text.length;
    this.#bytes += bytes.length;
  }

  finish(longerFiles: readonly number[]): WordIndex {
    this.#copy(this.#before.wordCount);
    this.#start(0);
    return new WordIndex({
      words: this.#texts.join(''),
      wordStarts: Int32Array.from(this.#wordStarts),
      fileStarts: Int32Array.from(this.#fileStarts),
      files: Uint8Array.from(Buffer.concat(this.#pieces)),
      longerFiles: Int32Array.from(longerFiles),
    });
  }
}
