/** Maps spellings to numbers. Filled once, in ascending order of numbers. */
export class Lookup {
  /** Most spellings have one number, which needs no list. */
  readonly #numbers = new Map<string, number | number[]>();

  add(spelling: string, number: number): void {
    const known = this.#numbers.get(spelling);
    if (known === undefined) this.#numbers.set(spelling, number);
    else if (typeof known !== 'number') {
      if (known.at(-1) !== number) known.push(number);
    } else if (known !== number) this.#numbers.set(spelling, [known, number]);
  }

  /** Returns the numbers of a spelling, distinct and ascending. */
  get(spelling: string): readonly number[] {
    const known = this.#numbers.get(spelling) ?? [];
    return typeof known === 'number' ? [known] : known;
  }
}
