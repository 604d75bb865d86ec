import { pushGaps, SEPARATOR, WordIndex } from './word-index.ts';

/**
 * Writes a word index that differs from another in the files of some words. Words must be put in
 * order.
 */
export class WordIndexWriter {
  readonly #before: WordIndex;
  readonly #texts: string[] = [SEPARATOR];
  readonly #wordStarts: Int32Array;
  readonly #fileStarts: Int32Array;
  readonly #pieces: Uint8Array[] = [];
  /** Number of words written so far, and the size of their text and bytes. */
  #count = 0;
  #position = 1;
  #bytes = 0;
  /** Next word of the previous index to be copied. */
  #next = 0;

  /** Creates a writer for at most `putMax` calls of `put`. */
  constructor(before: WordIndex, putMax: number) {
    this.#before = before;
    this.#wordStarts = new Int32Array(before.wordCount + putMax + 1);
    this.#fileStarts = new Int32Array(before.wordCount + putMax + 1);
  }

  /** Sets the files of a word; no files removes the word. Words in between are copied unchanged. */
  put(word: string, files: readonly number[]): void {
    const place = this.#before.lowerBound(word);
    this.#copy(place);
    if (place < this.#before.wordCount && this.#before.wordAt(place) === word) this.#next++;
    if (files.length === 0) return;
    const bytes: number[] = [];
    pushGaps(bytes, files);
    this.#wordStarts[this.#count] = this.#position;
    this.#fileStarts[this.#count] = this.#bytes;
    this.#append(1, word + SEPARATOR, Uint8Array.from(bytes));
  }

  /** Copies the words of the previous index before `end`. */
  #copy(end: number): void {
    const first = this.#next;
    if (first >= end) return;
    const { words, wordStarts, fileStarts, files } = this.#before.data;
    const [from, to] = [wordStarts[first] ?? 0, wordStarts[end] ?? 0];
    const [start, stop] = [fileStarts[first] ?? 0, fileStarts[end] ?? 0];
    const inText = this.#position - from;
    const inBytes = this.#bytes - start;
    for (let word = first, place = this.#count; word < end; word++, place++) {
      this.#wordStarts[place] = (wordStarts[word] as number) + inText;
      this.#fileStarts[place] = (fileStarts[word] as number) + inBytes;
    }
    this.#append(end - first, words.slice(from, to), files.subarray(start, stop));
    this.#next = end;
  }

  #append(count: number, text: string, bytes: Uint8Array): void {
    this.#texts.push(text);
    this.#pieces.push(bytes);
    this.#count += count;
    this.#position += text.length;
    this.#bytes += bytes.length;
  }

  runSync(longerFiles: readonly number[]): WordIndex {
    this.#copy(this.#before.wordCount);
    this.#wordStarts[this.#count] = this.#position;
    this.#fileStarts[this.#count] = this.#bytes;
    const files = new Uint8Array(this.#bytes);
    let place = 0;
    for (const piece of this.#pieces) {
      files.set(piece, place);
      place += piece.length;
    }
    return new WordIndex({
      words: this.#texts.join(''),
      wordStarts: this.#wordStarts.slice(0, this.#count + 1),
      fileStarts: this.#fileStarts.slice(0, this.#count + 1),
      files,
      longerFiles: Int32Array.from(longerFiles),
    });
  }
}
