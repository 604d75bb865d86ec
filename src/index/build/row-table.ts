import { assert } from '../../base/assert.ts';
import type { Task } from '../../base/cooperative.ts';

/** Rows grouped by key: row i of key k lies in `[starts[k], starts[k + 1])`. */
export interface GroupedRows {
  readonly starts: Int32Array;
  readonly values: Int32Array;
  /** `width` bytes per row. */
  readonly bytes: Uint8Array;
}

/** Number of rows per step: moving them takes a few ms. */
const ROWS_PER_STEP = 100_000;

/**
 * Groups rows (key, value, bytes) by key in linear time. Rows arrive ordered by value. The number
 * of rows is known in advance, so nothing grows and nothing is copied.
 */
export class RowTable {
  readonly #width: number;
  readonly #keys: Int32Array;
  readonly #values: Int32Array;
  readonly #bytes: Uint8Array;
  #count = 0;

  constructor(rowsMax: number, width: number) {
    this.#width = width;
    this.#keys = new Int32Array(rowsMax);
    this.#values = new Int32Array(rowsMax);
    this.#bytes = new Uint8Array(rowsMax * width);
  }

  /** Adds a row whose bytes are `width` bytes of `source`, starting at `offset`. */
  add(key: number, value: number, source: ArrayLike<number>, offset: number): void {
    assert(this.#count < this.#keys.length, 'more rows than announced');
    const row = this.#count++;
    this.#keys[row] = key;
    this.#values[row] = value;
    for (let column = 0; column < this.#width; column++) {
      this.#bytes[row * this.#width + column] = source[offset + column] ?? 0;
    }
  }

  /** Groups by `rankOf[key]` with a counting sort: rows of one key keep their order. */
  *groupedSteps(rankOf: Int32Array): Task<GroupedRows> {
    const starts = this.#groupStarts(rankOf);
    yield;
    const next = starts.slice();
    const values = new Int32Array(this.#count);
    const bytes = new Uint8Array(this.#count * this.#width);
    for (let row = 0; row < this.#count; row++) {
      const rank = rankOf[this.#keys[row] ?? 0] ?? 0;
      const slot = next[rank] ?? 0;
      next[rank] = slot + 1;
      values[slot] = this.#values[row] ?? 0;
      for (let column = 0; column < this.#width; column++) {
        bytes[slot * this.#width + column] = this.#bytes[row * this.#width + column] ?? 0;
      }
      if (row % ROWS_PER_STEP === 0) yield;
    }
    return { starts, values, bytes };
  }

  #groupStarts(rankOf: Int32Array): Int32Array {
    const starts = new Int32Array(rankOf.length + 1);
    for (let row = 0; row < this.#count; row++) {
      const after = (rankOf[this.#keys[row] ?? 0] ?? 0) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let rank = 1; rank <= rankOf.length; rank++) {
      starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
    }
    return starts;
  }
}
