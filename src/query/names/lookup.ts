/** Maps a spelling to numbers. */
export interface SpellingLookup {
  /** Returns the numbers of a spelling, distinct and ascending. */
  get(spelling: string): readonly number[];
}

/** A lookup that is filled once, in ascending order of numbers. */
export class Lookup implements SpellingLookup {
  /** Most spellings have one number, which needs no list. */
  readonly #numbers = new Map<string, number | number[]>();

  add(spelling: string, number: number): void {
    const known = this.#numbers.get(spelling);
    if (known === undefined) this.#numbers.set(spelling, number);
    else if (typeof known !== 'number') {
      if (known.at(-1) !== number) known.push(number);
    } else if (known !== number) this.#numbers.set(spelling, [known, number]);
  }

  get(spelling: string): readonly number[] {
    const known = this.#numbers.get(spelling) ?? [];
    return typeof known === 'number' ? [known] : known;
  }
}

/** A lookup whose numbers have moved, and which has some more. */
export class MovedLookup implements SpellingLookup {
  readonly #before: SpellingLookup;
  readonly #numberOf: Int32Array;
  readonly #added: SpellingLookup;

  /** `numberOf` has the new number of each former one, in the same order; −1 if it was removed. */
  constructor(before: SpellingLookup, numberOf: Int32Array, added: SpellingLookup) {
    this.#before = before;
    this.#numberOf = numberOf;
    this.#added = added;
  }

  get(spelling: string): readonly number[] {
    const moved = this.#before.get(spelling).map((number) => this.#numberOf[number] ?? -1);
    const kept = moved.filter((number) => number >= 0);
    return [...kept, ...this.#added.get(spelling)].sort((a, b) => a - b);
  }
}
