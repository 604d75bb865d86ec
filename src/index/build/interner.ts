/** Numbers strings in order of arrival and can renumber them by value. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** The strings ordered by UTF-16 unit, and the place of each arrival number in that order. */
  sorted(): { texts: readonly string[]; rankOf: Int32Array } {
    // Without a comparator V8 compares strings natively, by UTF-16 unit: about twice as fast.
    const texts = [...this.#numbers.keys()].sort();
    const rankOf = new Int32Array(texts.length);
    for (const [rank, text] of texts.entries()) rankOf[this.#numbers.get(text) ?? 0] = rank;
    return { texts, rankOf };
  }
}
