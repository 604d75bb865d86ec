/** With fewer values, arrays keep their holes: an update needs few values of a large project. */
const FILLED_MIN = 1000;

/**
 * Values by number, computed when they are needed. The least recently used ones are dropped beyond a
 * bound, and computed again if they are needed again.
 */
export class RecentValues<Value> {
  readonly #count: number;
  readonly #compute: (index: number) => Value;
  readonly #sizeOf: (value: Value) => number;
  readonly #sizeMax: number;
  /** Two generations, because noting each use of a value would cost more than finding it. */
  #recent: (Value | undefined)[] = [];
  #older: (Value | undefined)[] = [];
  #size = 0;
  #keptCount = 0;

  /** `count` numbers from 0. Values of up to twice `sizeMax` are kept, in the unit of `sizeOf`. */
  constructor(
    count: number,
    compute: (index: number) => Value,
    sizeOf: (value: Value) => number,
    sizeMax: number,
  ) {
    this.#count = count;
    this.#compute = compute;
    this.#sizeOf = sizeOf;
    this.#sizeMax = sizeMax;
  }

  /** `index` must be one of the numbers. */
  get(index: number): Value {
    return this.#recent[index] ?? this.#keep(index);
  }

  #keep(index: number): Value {
    const value = this.#older[index] ?? this.#compute(index);
    const size = this.#sizeOf(value);
    const isFull = this.#size > 0 && this.#size + size > this.#sizeMax;
    if (isFull) this.#older = this.#recent;
    if (isFull || this.#keptCount === FILLED_MIN) this.#startRecent(isFull ? [] : this.#recent);
    this.#recent[index] = value;
    this.#size = isFull ? size : this.#size + size;
    this.#keptCount++;
    return value;
  }

  #startRecent(values: readonly (Value | undefined)[]): void {
    if (this.#keptCount < FILLED_MIN) {
      this.#recent = [];
      return;
    }
    // An array with long gaps is looked up as a table.
    const filled = new Array<Value | undefined>(this.#count).fill(undefined);
    values.forEach((value, index) => {
      filled[index] = value;
    });
    this.#recent = filled;
  }
}
