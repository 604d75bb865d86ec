/** Numbers by spelling; a spelling may have several, in the order they were added, each once. */
export class Lookup {
  readonly #numbers = new Map<string, number[]>();

  add(spelling: string, number: number): void {
    const known = this.#numbers.get(spelling);
    if (known === undefined) this.#numbers.set(spelling, [number]);
    else if (known.at(-1) !== number) known.push(number);
  }

  get(spelling: string): readonly number[] {
    return this.#numbers.get(spelling) ?? [];
  }
}
