import { unshared } from '../../base/unshared.ts';

/** Numbers strings in order of first appearance and can renumber them in sorted order. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(unshared(text), number);
    return number;
  }

  /** Returns the strings sorted by UTF-16 code unit, and the rank of each number in that order. */
  sorted(): { texts: readonly string[]; rankOf: Int32Array } {
    // Without a comparator V8 compares strings natively, by UTF-16 code unit: about twice as fast.
    const texts = [...this.#numbers.keys()].sort();
    const rankOf = new Int32Array(texts.length);
    for (const [rank, text] of texts.entries()) rankOf[this.#numbers.get(text) ?? 0] = rank;
    return { texts, rankOf };
  }
}
