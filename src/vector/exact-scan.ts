/**
 * Finds the nearest vectors by scanning all of them in two passes. The first pass chooses
 * candidates by the signs of their dimensions, weighted by the query's values and looked up eight
 * at a time. The second pass ranks them by the cosine of the signed bytes. The first pass is
 * skipped if there are no more rows than it would keep.
 */
import { at } from '../base/assert.ts';
import { topK } from '../base/top-k.ts';
import { runsOf } from './row-runs.ts';

export interface Neighbours {
  /** Row numbers, nearest first; equally near rows by number. */
  readonly rows: Int32Array;
  /** Parallel to `rows`: −1 to 1. */
  readonly cosines: Float64Array;
}

/**
 * Number of candidates of the first pass: this many per requested neighbour, and at least the
 * minimum.
 */
const CANDIDATES_PER_NEIGHBOUR = 4;
const CANDIDATES_MIN = 1024;

/** Limit of the scores of the first pass. They are integers, so that they can be counted. */
const SIGN_SCORE_MAX = 8191;

/** An earlier scan, and where its rows are now. */
export interface MovedRows {
  readonly scan: ExactScan;
  /** New number of each row; −1 if it was removed. */
  readonly rowOfOld: Int32Array;
}

export class ExactScan {
  readonly count: number;
  readonly #dimensions: number;
  readonly #rows: Int8Array;
  // Computed by the first query that needs them, because most edits are followed by more edits
  // without a query.
  #signs: Uint32Array | undefined;
  /** 1 / length of a row; 0 for a row of zeros; −1 until a query first needs the row. */
  readonly #scales: Float64Array;

  /** Creates a scan of rows. If they were derived from those of `moved`, so are their signs. */
  constructor(rows: Int8Array, dimensions: number, moved?: MovedRows) {
    this.count = rows.length / dimensions;
    this.#dimensions = dimensions;
    this.#rows = rows;
    this.#scales = new Float64Array(this.count).fill(-1);
    if (moved !== undefined) this.#takeOver(moved);
  }

  /** Copies the signs and scales of moved rows and computes the signs of the others. */
  #takeOver({ scan, rowOfOld }: MovedRows): void {
    if (scan.#signs === undefined) return;
    const width = Math.ceil(this.#dimensions / 32);
    const signs = new Uint32Array(this.count * width);
    const isMoved = new Uint8Array(this.count);
    for (const { from, end, place } of runsOf(rowOfOld)) {
      signs.set(scan.#signs.subarray(from * width, end * width), place * width);
      this.#scales.set(scan.#scales.subarray(from, end), place);
      isMoved.fill(1, place, place + end - from);
    }
    for (let row = isMoved.indexOf(0); row >= 0; row = isMoved.indexOf(0, row + 1))
      addSigns(signs, this.#rows, this.#dimensions, { from: row, end: row + 1 });
    this.#signs = signs;
  }

  /**
   * Returns the nearest of the rows that `isIncluded` marks, or of all rows. `question` has length
   * 1.
   */
  nearest(question: Float32Array, count: number, isIncluded?: Uint8Array): Neighbours {
    const kept = Math.max(CANDIDATES_MIN, CANDIDATES_PER_NEIGHBOUR * count);
    const included = this.#included(isIncluded);
    const candidates = included.length <= kept ? included : this.#bySigns(question, included, kept);
    return this.ranked(question, candidates, count);
  }

  /** Returns the cosine of every row. */
  cosines(question: Float32Array): Float64Array {
    const wide = Float64Array.from(question);
    const cosines = new Float64Array(this.count);
    for (let row = 0; row < this.count; row++) {
      cosines[row] = this.#product(wide, row) * this.#scaleOf(row);
    }
    return cosines;
  }

  /** Returns the nearest of the given rows. */
  ranked(question: Float32Array, candidates: Int32Array, count: number): Neighbours {
    const wide = Float64Array.from(question);
    const cosines = new Float64Array(candidates.length);
    for (let place = 0; place < cosines.length; place++) {
      const row = candidates[place] as number;
      cosines[place] = this.#product(wide, row) * this.#scaleOf(row);
    }
    const ranked = topK(
      placesOfLargest(cosines, count),
      count,
      (a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || at(candidates, a) - at(candidates, b),
    );
    return {
      rows: Int32Array.from(ranked, (place) => at(candidates, place)),
      cosines: Float64Array.from(ranked, (place) => at(cosines, place)),
    };
  }

  /** Ascending. */
  #included(isIncluded: Uint8Array | undefined): Int32Array {
    const rows = new Int32Array(this.count);
    let count = 0;
    for (let row = 0; row < this.count; row++)
      if (isIncluded === undefined || isIncluded[row] === 1) rows[count++] = row;
    return rows.subarray(0, count);
  }

  #scaleOf(row: number): number {
    const known = this.#scales[row] as number;
    if (known >= 0) return known;
    let square = 0;
    const end = (row + 1) * this.#dimensions;
    for (let place = row * this.#dimensions; place < end; place++) {
      const value = this.#rows[place] as number;
      square += value * value;
    }
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
    this.#scales[row] = scale;
    return scale;
  }

  /**
   * Computes four sums in parallel, because with one sum each addition would wait for the previous
   * one.
   */
  #product(question: Float64Array, row: number): number {
    const dimensions = this.#dimensions;
    const start = row * dimensions;
    const rows = this.#rows;
    const whole = dimensions & ~3;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let column = 0; column < whole; column += 4) {
      const place = start + column;
      a += (question[column] as number) * (rows[place] as number);
      b += (question[column + 1] as number) * (rows[place + 1] as number);
      c += (question[column + 2] as number) * (rows[place + 2] as number);
      d += (question[column + 3] as number) * (rows[place + 3] as number);
    }
    for (let column = whole; column < dimensions; column++)
      a += (question[column] as number) * (rows[start + column] as number);
    return a + b + c + d;
  }

  /**
   * Returns the rows whose signs are nearest to the query: about `kept`, because all rows of a
   * score are kept or none.
   */
  #bySigns(question: Float32Array, included: Int32Array, kept: number): Int32Array {
    const table = signTable(question);
    const width = Math.ceil(this.#dimensions / 32);
    if (this.#signs === undefined) {
      this.#signs = new Uint32Array(this.count * width);
      addSigns(this.#signs, this.#rows, this.#dimensions, { from: 0, end: this.count });
    }
    const signs = this.#signs;
    const scores = new Int16Array(included.length);
    const counts = new Int32Array(2 * SIGN_SCORE_MAX + 1);
    for (let place = 0; place < included.length; place++) {
      const start = (included[place] as number) * width;
      let score = 0;
      for (let word = 0; word < width; word++) {
        const bits = signs[start + word] as number;
        const from = word << 10;
        score +=
          (table[from + (bits & 255)] as number) +
          (table[from + 256 + ((bits >>> 8) & 255)] as number) +
          (table[from + 512 + ((bits >>> 16) & 255)] as number) +
          (table[from + 768 + (bits >>> 24)] as number);
      }
      scores[place] = score;
      counts[score + SIGN_SCORE_MAX] = (counts[score + SIGN_SCORE_MAX] as number) + 1;
    }
    let limit = SIGN_SCORE_MAX;
    let sum = counts[2 * SIGN_SCORE_MAX] ?? 0;
    while (sum < kept && limit > -SIGN_SCORE_MAX) sum += counts[--limit + SIGN_SCORE_MAX] ?? 0;
    const near = new Int32Array(sum);
    let count = 0;
    for (let place = 0; place < included.length; place++)
      if ((scores[place] ?? 0) >= limit) near[count++] = included[place] ?? 0;
    return near;
  }
}

/**
 * Returns, for each group of eight dimensions and each of their 256 sign patterns, the contribution
 * to the score: the query's own values with the row's signs. So dimensions with a large query value
 * count more. Values are scaled so that the largest possible sum stays within {@link
 * SIGN_SCORE_MAX}.
 */
function signTable(question: Float32Array): Int16Array {
  const bytes = 4 * Math.ceil(question.length / 32);
  // Kept small because this lookup table has to stay in the processor's L1 cache.
  const table = new Int16Array(256 * bytes);
  let most = 0;
  for (const value of question) most += Math.abs(value);
  // Leaves room for rounding, so that no score exceeds the maximum.
  const factor = most === 0 ? 0 : (SIGN_SCORE_MAX - bytes) / most;
  const sums = new Float64Array(256);
  for (let byte = 0; byte < bytes; byte++) {
    let none = 0;
    for (let bit = 0; bit < 8; bit++) none -= question[8 * byte + bit] ?? 0;
    sums[0] = none;
    for (let bits = 1; bits < 256; bits++) {
      const highest = 31 - Math.clz32(bits);
      const value = question[8 * byte + highest] ?? 0;
      sums[bits] = (sums[bits ^ (1 << highest)] as number) + 2 * value;
    }
    for (let bits = 0; bits < 256; bits++)
      table[256 * byte + bits] = Math.round(factor * (sums[bits] as number));
  }
  return table;
}

/**
 * Returns the positions of the largest values, ascending; more than `count` if several equal the
 * last. Sorting plain numbers is fast.
 */
function placesOfLargest(values: Float64Array, count: number): Int32Array {
  const limit = values.toSorted()[Math.max(0, values.length - count)] ?? 0;
  const places = new Int32Array(values.length);
  let found = 0;
  for (let place = 0; place < values.length; place++)
    if ((values[place] as number) >= limit) places[found++] = place;
  return places.subarray(0, found);
}

/** Writes one bit per dimension, set where the value is positive. Rows begin at a whole word. */
function addSigns(
  signs: Uint32Array,
  rows: Int8Array,
  dimensions: number,
  { from: first, end: rowEnd }: { readonly from: number; readonly end: number },
): void {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  for (let row = first, place = first * Math.ceil(dimensions / 32); row < rowEnd; row++) {
    const end = (row + 1) * dimensions;
    for (let from = row * dimensions; from < end; from += 32) {
      const stop = Math.min(from + 32, end);
      let bits = 0;
      let column = from;
      for (; column + 4 <= stop; column += 4)
        bits |= signsOfFour(view.getInt32(column, true)) << (column - from);
      for (; column < stop; column++) bits |= (-(rows[column] as number) >>> 31) << (column - from);
      signs[place++] = bits;
    }
  }
}

/**
 * Returns the signs of four bytes, the lowest byte's in the lowest bit. A byte is positive if one of
 * its lower seven bits is set and the highest is not. The product moves the four bits to the top.
 */
function signsOfFour(bytes: number): number {
  const hasLowBits = (bytes & 0x7f7f7f7f) + 0x7f7f7f7f;
  const positive = hasLowBits & ~bytes & 0x80808080;
  return Math.imul(positive >>> 7, 0x10204080) >>> 28;
}
