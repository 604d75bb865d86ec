/**
 * The nearest vectors by looking at all of them, in two passes: the signs of the dimensions, of which 32
 * are compared at a time, choose candidates; the cosine of the signed bytes ranks them. Where no more
 * are in question than the first pass would leave, it is left out.
 */
import { at } from '../base/assert.ts';
import { topK } from '../base/top-k.ts';

export interface Neighbours {
  /** Numbers of the rows, nearest first; of equals the first. */
  readonly rows: Int32Array;
  /** Parallel: −1 to 1. */
  readonly cosines: Float64Array;
}

/** Candidates of the first pass per neighbour asked for, and at least so many. */
const CANDIDATES_PER_NEIGHBOUR = 4;
const CANDIDATES_MIN = 1024;

export class ExactScan {
  readonly count: number;
  readonly #dimensions: number;
  readonly #rows: Int8Array;
  // Made by the first question that needs them: most edits are followed by others.
  #signs: Uint32Array | undefined;
  /** 1 / length of a row; 0 of a row of zeros. */
  #scales: Float64Array | undefined;

  constructor(rows: Int8Array, dimensions: number) {
    this.count = rows.length / dimensions;
    this.#dimensions = dimensions;
    this.#rows = rows;
  }

  /** Of the rows that `isWanted` marks, or of all. `question` is of length 1. */
  nearest(question: Float32Array, count: number, isWanted?: Uint8Array): Neighbours {
    const kept = Math.max(CANDIDATES_MIN, CANDIDATES_PER_NEIGHBOUR * count);
    const wanted = this.#wanted(isWanted);
    const candidates = wanted.length <= kept ? wanted : this.#bySigns(question, wanted, kept);
    return this.ranked(question, candidates, count);
  }

  /** The nearest of some rows. */
  ranked(question: Float32Array, candidates: Int32Array, count: number): Neighbours {
    this.#scales ??= scalesOf(this.#rows, this.#dimensions);
    const scales = this.#scales;
    const cosines = Float64Array.from(
      candidates,
      (row) => this.#product(question, row) * at(scales, row),
    );
    const ranked = topK(
      cosines.keys(),
      count,
      (a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || at(candidates, a) - at(candidates, b),
    );
    return {
      rows: Int32Array.from(ranked, (place) => at(candidates, place)),
      cosines: Float64Array.from(ranked, (place) => at(cosines, place)),
    };
  }

  /** Ascending. */
  #wanted(isWanted: Uint8Array | undefined): Int32Array {
    const rows = new Int32Array(this.count);
    let count = 0;
    for (let row = 0; row < this.count; row++)
      if (isWanted === undefined || isWanted[row] === 1) rows[count++] = row;
    return rows.subarray(0, count);
  }

  #product(question: Float32Array, row: number): number {
    const dimensions = this.#dimensions;
    const start = row * dimensions;
    const rows = this.#rows;
    let sum = 0;
    for (let column = 0; column < dimensions; column++)
      sum += (question[column] as number) * (rows[start + column] as number);
    return sum;
  }

  /** The rows whose signs differ least from the question's, about `kept` of them: all of a distance or none. */
  #bySigns(question: Float32Array, wanted: Int32Array, kept: number): Int32Array {
    const own = signsOf(Int8Array.from(question, Math.sign), this.#dimensions);
    this.#signs ??= signsOf(this.#rows, this.#dimensions);
    const signs = this.#signs;
    const width = own.length;
    const distances = new Uint16Array(wanted.length);
    const counts = new Int32Array(width * 32 + 1);
    for (let place = 0; place < wanted.length; place++) {
      const start = (wanted[place] ?? 0) * width;
      let distance = 0;
      for (let word = 0; word < width; word++)
        distance += bitCount((own[word] ?? 0) ^ (signs[start + word] ?? 0));
      distances[place] = distance;
      counts[distance] = (counts[distance] ?? 0) + 1;
    }
    let limit = 0;
    let sum = counts[0] ?? 0;
    while (sum < kept && limit < counts.length) sum += counts[++limit] ?? 0;
    const near = new Int32Array(sum);
    let count = 0;
    for (let place = 0; place < wanted.length; place++)
      if ((distances[place] ?? 0) <= limit) near[count++] = wanted[place] ?? 0;
    return near;
  }
}

function scalesOf(rows: Int8Array, dimensions: number): Float64Array {
  const scales = new Float64Array(rows.length / dimensions);
  for (let row = 0; row < scales.length; row++) {
    let square = 0;
    for (let place = row * dimensions; place < (row + 1) * dimensions; place++)
      square += (rows[place] as number) * (rows[place] as number);
    scales[row] = square === 0 ? 0 : 1 / Math.sqrt(square);
  }
  return scales;
}

/** A bit a dimension, set where it is positive; rows begin at a whole word. */
function signsOf(rows: Int8Array, dimensions: number): Uint32Array {
  const width = Math.ceil(dimensions / 32);
  const signs = new Uint32Array((rows.length / dimensions) * width);
  for (let place = 0, row = 0; row * dimensions < rows.length; row++) {
    const end = (row + 1) * dimensions;
    for (let from = row * dimensions; from < end; from += 32) {
      const stop = Math.min(from + 32, end);
      let bits = 0;
      // Half of the signs are positive: a condition would be guessed wrongly every other time.
      for (let column = from; column < stop; column++)
        bits |= (-(rows[column] as number) >>> 31) << (column - from);
      signs[place++] = bits;
    }
  }
  return signs;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555_5555);
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
