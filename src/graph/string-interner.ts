/** Longer strings hardly ever repeat; looking them up costs more than storing them twice. */
const SHARED_LENGTH_MAX = 32;

/** Numbers strings from 0 in the order of their first use; equal short strings share a number. */
export class StringInterner {
  readonly strings: string[];
  readonly #numbers = new Map<string, number>();

  /** Continues the numbering of existing strings, without deduplicating against them. */
  constructor(strings: readonly string[] = []) {
    this.strings = [...strings];
  }

  intern(text: string): number {
    if (text.length > SHARED_LENGTH_MAX) return this.strings.push(text) - 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.strings.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}
