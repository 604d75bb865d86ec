import { termsOfWord, wordsOf } from '../tokenize.ts';

/** Rows of counts: one row per flush and term. */
export interface CountRows {
  readonly terms: readonly number[];
  /** `width` counts per row, each capped at 255. */
  readonly counts: readonly number[];
}

/** A word seen before, with its terms. */
interface KnownWord {
  readonly terms: readonly number[];
  isOfText: boolean;
}

/**
 * Maximum stored count. Counts are stored in bytes; BM25 hardly distinguishes 255 occurrences in a
 * chunk from more.
 */
const COUNT_MAX = 255;

/**
 * Counts the terms of texts in several fields at once. A file repeats its identifiers many times,
 * so each distinct one is split and stemmed only once.
 */
export class TermCounter {
  readonly #width: number;
  readonly #termNumbers = new Map<string, number>();
  readonly #known = new Map<string, KnownWord>();
  readonly #wordsOfText: string[] = [];
  /** Counts since the last flush, `width` counts per term. */
  readonly #counts: number[] = [];
  /** Number of the last flush that contained the term, per term. */
  readonly #seenIn: number[] = [];
  #rowSet = 1;
  #touched: number[] = [];
  #rowTerms: number[] = [];
  #rowCounts: number[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Number of rows flushed and not yet taken. */
  get rowCount(): number {
    return this.#rowTerms.length;
  }

  /** Counts the terms of a text into one field and returns their number. */
  addText(text: string, field: number): number {
    let length = 0;
    for (const word of wordsOf(text)) length += this.#count(this.#knownWord(word), field);
    return length;
  }

  /** Counts the terms of a piece of the text, as `addText` does, and records its words. */
  addPiece(text: string, field: number): number {
    let length = 0;
    for (const word of wordsOf(text)) {
      const known = this.#knownWord(word);
      length += this.#count(known, field);
      if (known.isOfText) continue;
      known.isOfText = true;
      this.#wordsOfText.push(word);
    }
    return length;
  }

  /** Returns the distinct words of all pieces, in order of first use. */
  wordsOfText(): readonly string[] {
    return this.#wordsOfText;
  }

  #knownWord(word: string): KnownWord {
    let known = this.#known.get(word);
    if (known === undefined) {
      const terms = termsOfWord(word).map((term) => this.#numberOf(term));
      known = { terms, isOfText: false };
      this.#known.set(word, known);
    }
    return known;
  }

  #count({ terms }: KnownWord, field: number): number {
    for (const term of terms) this.#increment(term, field);
    return terms.length;
  }

  /**
   * Emits a row for each term counted since the last flush, in order of first use, and resets the
   * counts.
   */
  flush(): void {
    for (const term of this.#touched) {
      this.#rowTerms.push(term);
      for (let field = 0; field < this.#width; field++) {
        const slot = term * this.#width + field;
        this.#rowCounts.push(Math.min(COUNT_MAX, this.#counts[slot] ?? 0));
        this.#counts[slot] = 0;
      }
    }
    this.#touched = [];
    this.#rowSet++;
  }

  takeRows(): CountRows {
    const rows = { terms: this.#rowTerms, counts: this.#rowCounts };
    this.#rowTerms = [];
    this.#rowCounts = [];
    return rows;
  }

  /** Returns all terms seen, by number. */
  terms(): readonly string[] {
    return [...this.#termNumbers.keys()];
  }

  #numberOf(term: string): number {
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    const number = this.#termNumbers.size;
    this.#termNumbers.set(term, number);
    this.#seenIn.push(0);
    for (let field = 0; field < this.#width; field++) this.#counts.push(0);
    return number;
  }

  #increment(term: number, field: number): void {
    if (this.#seenIn[term] !== this.#rowSet) {
      this.#seenIn[term] = this.#rowSet;
      this.#touched.push(term);
    }
    const slot = term * this.#width + field;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }
}
