import { at } from '../../base/assert.ts';
import { lowerBound } from '../../base/lower-bound.ts';

/** Rows by key: row i of key k lies in `[starts[k], starts[k + 1])`, values ascending within a key. */
export interface KeyedRows {
  readonly starts: Int32Array;
  readonly values: Int32Array;
  /** `width` per row. */
  readonly bytes: Uint8Array;
}

/** Rows and what their values are to be; −1 drops a row. The order of values must stay. */
export interface JoinSide {
  readonly rows: KeyedRows;
  readonly newValue: Int32Array;
}

/** The keys of two sorted lists as one, with the place of each in both; −1 where it is not. */
export interface KeyPlan {
  readonly keys: readonly string[];
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Merges two sorted lists of keys, leaving out those that `isWanted` refuses. */
export function planKeys(
  left: readonly string[],
  right: readonly string[],
  isWanted: (left: number, right: number) => boolean,
): KeyPlan {
  const keys: string[] = [];
  const lefts: number[] = [];
  const rights: number[] = [];
  const add = (key: string, from: number, to: number): void => {
    if (!isWanted(from, to)) return;
    keys.push(key);
    lefts.push(from);
    rights.push(to);
  };
  let a = 0;
  for (const [b, key] of right.entries()) {
    // The right side is a few files' in nearly all cases, so its places in the left are sought.
    const place = lowerBound(left, key);
    for (; a < place; a++) add(at(left, a), a, -1);
    const isInBoth = left[a] === key;
    add(key, isInBoth ? a++ : -1, b);
  }
  for (; a < left.length; a++) add(at(left, a), a, -1);
  return { keys, left: Int32Array.from(lefts), right: Int32Array.from(rights) };
}

/** How many rows of each key stay. */
export function keptCounts({ rows, newValue }: JoinSide): Int32Array {
  const { starts, values } = rows;
  const counts = new Int32Array(starts.length - 1);
  for (let key = 0; key < counts.length; key++) {
    const end = starts[key + 1] as number;
    let count = 0;
    for (let row = starts[key] as number; row < end; row++)
      if ((newValue[values[row] as number] as number) >= 0) count++;
    counts[key] = count;
  }
  return counts;
}

/**
 * The rows of both sides under the planned keys, values ascending. No value may be on both sides. `kept`
 * says how many rows of each key of the left side stay.
 */
export function joinRows(
  plan: KeyPlan,
  left: JoinSide,
  right: JoinSide,
  { width, kept }: { readonly width: number; readonly kept: Int32Array },
): KeyedRows {
  const rowsMax = left.rows.values.length + right.rows.values.length;
  const joined = {
    starts: new Int32Array(plan.keys.length + 1),
    values: new Int32Array(rowsMax),
    bytes: new Uint8Array(rowsMax * width),
  };
  let count = 0;
  const copy = ({ rows, newValue }: JoinSide, row: number): void => {
    joined.values[count] = newValue[rows.values[row] as number] as number;
    for (let column = 0; column < width; column++)
      joined.bytes[count * width + column] = rows.bytes[row * width + column] as number;
    count++;
  };
  /** Takes whole rows of keys that follow one another. */
  const copyAll = ({ rows, newValue }: JoinSide, first: number, end: number): void => {
    const [from, to] = [rows.starts[first] as number, rows.starts[end] as number];
    joined.bytes.set(rows.bytes.subarray(from * width, to * width), count * width);
    for (let row = from; row < to; row++)
      joined.values[count++] = newValue[rows.values[row] as number] as number;
  };
  const copyKept = (side: JoinSide, key: number): void => {
    const { starts, values } = side.rows;
    const end = starts[key + 1] as number;
    for (let row = starts[key] as number; row < end; row++)
      if ((side.newValue[values[row] as number] as number) >= 0) copy(side, row);
  };
  const merge = (leftKey: number, rightKey: number): void => {
    const a = new RowCursor(left, leftKey);
    const b = new RowCursor(right, rightKey);
    while (a.value !== DONE || b.value !== DONE) {
      if (a.value < b.value) {
        copy(left, a.row);
        a.advance();
      } else {
        copy(right, b.row);
        b.advance();
      }
    }
  };
  const { starts } = left.rows;
  const staysWhole = (key: number): boolean => {
    const leftKey = plan.left[key] as number;
    if (leftKey < 0 || (plan.right[key] as number) >= 0) return false;
    return kept[leftKey] === (starts[leftKey + 1] as number) - (starts[leftKey] as number);
  };
  for (let key = 0; key < plan.keys.length; ) {
    const leftKey = at(plan.left, key);
    const rightKey = at(plan.right, key);
    // Nearly all keys are such: this is where the time goes.
    if (staysWhole(key)) {
      const shift = count - (starts[leftKey] as number);
      let end = leftKey;
      while (plan.left[key] === end && staysWhole(key))
        joined.starts[++key] = shift + (starts[++end] as number);
      copyAll(left, leftKey, end);
      continue;
    }
    if (rightKey < 0) copyKept(left, leftKey);
    else if (leftKey < 0) copyKept(right, rightKey);
    else merge(leftKey, rightKey);
    joined.starts[++key] = count;
  }
  return {
    starts: joined.starts,
    values: joined.values.subarray(0, count),
    bytes: joined.bytes.subarray(0, count * width),
  };
}

const DONE = Number.POSITIVE_INFINITY;

/** Walks the rows of one key that stay. */
class RowCursor {
  readonly #values: Int32Array;
  readonly #newValue: Int32Array;
  readonly #end: number;
  row: number;
  /** The row's new value; infinite after the last. */
  value = DONE;

  constructor({ rows, newValue }: JoinSide, key: number) {
    this.#values = rows.values;
    this.#newValue = newValue;
    this.row = at(rows.starts, key) - 1;
    this.#end = at(rows.starts, key + 1);
    this.advance();
  }

  advance(): void {
    this.value = DONE;
    while (++this.row < this.#end) {
      const value = this.#newValue[this.#values[this.row] as number] as number;
      if (value < 0) continue;
      this.value = value;
      return;
    }
  }
}
