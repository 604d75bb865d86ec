import { unshared } from '../base/unshared.ts';

/** Longer strings hardly ever repeat; looking them up costs more than storing them twice. */
const SHARED_LENGTH_MAX = 32;

/** Numbers strings from 0 in the order of their first use; equal short strings share a number. */
export class StringInterner {
  readonly #known: readonly string[];
  readonly #added: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Continues the numbering of existing strings, without deduplicating against them. */
  constructor(known: readonly string[] = []) {
    this.#known = known;
  }

  /** All strings by number. */
  get strings(): readonly string[] {
    return this.#known.length === 0 ? this.#added : this.#known.concat(this.#added);
  }

  intern(text: string): number {
    if (text.length > SHARED_LENGTH_MAX) return this.#add(unshared(text));
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const own = unshared(text);
    const number = this.#add(own);
    this.#numbers.set(own, number);
    return number;
  }

  #add(text: string): number {
    return this.#known.length + this.#added.push(text) - 1;
  }
}
