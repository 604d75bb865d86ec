import { at } from '../../base/assert.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import type { Steps } from '../../base/steps.ts';

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

/** So many keys with rows of both sides are done in a few ms. */
const KEYS_PER_STEP = 1000;

/**
 * The rows of both sides under the planned keys, values ascending. No value may be on both sides. `kept`
 * says how many rows of each key of the left side stay.
 */
export function* joinSteps(
  plan: KeyPlan,
  left: JoinSide,
  right: JoinSide,
  { width, kept }: { readonly width: number; readonly kept: Int32Array },
): Steps<KeyedRows> {
  const rowsMax = left.rows.values.length + right.rows.values.length;
  const joined = {
    starts: new Int32Array(plan.keys.length + 1),
    values: new Int32Array(rowsMax),
    bytes: new Uint8Array(rowsMax * width),
  };
  let count = 0;
  /** Takes rows that follow one another, all of which stay. */
  const copy = ({ rows, newValue }: JoinSide, from: number, to: number): void => {
    joined.bytes.set(rows.bytes.subarray(from * width, to * width), count * width);
    for (let row = from; row < to; row++)
      joined.values[count++] = newValue[rows.values[row] as number] as number;
  };
  /** Takes the rows from `row` up to `end` that stay and have smaller values; returns the next one. */
  const copyBelow = (side: JoinSide, value: number, row: number, end: number): number => {
    const { newValue, rows } = side;
    let from = row;
    let next = row;
    for (; next < end; next++) {
      const own = newValue[rows.values[next] as number] as number;
      if (own >= value) break;
      if (own >= 0) continue;
      if (from < next) copy(side, from, next);
      from = next + 1;
    }
    if (from < next) copy(side, from, next);
    return next;
  };
  const copyKept = (side: JoinSide, key: number): void => {
    const { starts } = side.rows;
    copyBelow(side, Number.POSITIVE_INFINITY, at(starts, key), at(starts, key + 1));
  };
  const merge = (leftKey: number, rightKey: number): void => {
    let row = at(left.rows.starts, leftKey);
    const end = at(left.rows.starts, leftKey + 1);
    const rightEnd = at(right.rows.starts, rightKey + 1);
    for (let own = at(right.rows.starts, rightKey); own < rightEnd; own++) {
      const value = at(right.newValue, at(right.rows.values, own));
      if (value < 0) continue;
      row = copyBelow(left, value, row, end);
      copy(right, own, own + 1);
    }
    copyBelow(left, Number.POSITIVE_INFINITY, row, end);
  };
  const { starts } = left.rows;
  const staysWhole = (key: number): boolean => {
    const leftKey = plan.left[key] as number;
    if (leftKey < 0 || (plan.right[key] as number) >= 0) return false;
    return kept[leftKey] === (starts[leftKey + 1] as number) - (starts[leftKey] as number);
  };
  let touchedCount = 0;
  for (let key = 0; key < plan.keys.length; ) {
    const leftKey = at(plan.left, key);
    const rightKey = at(plan.right, key);
    // Nearly all keys are such: this is where the time goes.
    if (staysWhole(key)) {
      const shift = count - (starts[leftKey] as number);
      let end = leftKey;
      while (plan.left[key] === end && staysWhole(key))
        joined.starts[++key] = shift + (starts[++end] as number);
      copy(left, starts[leftKey] as number, starts[end] as number);
      continue;
    }
    if (rightKey < 0) copyKept(left, leftKey);
    else if (leftKey < 0) copyKept(right, rightKey);
    else merge(leftKey, rightKey);
    joined.starts[++key] = count;
    if (++touchedCount % KEYS_PER_STEP === 0) yield;
  }
  return {
    starts: joined.starts,
    values: joined.values.subarray(0, count),
    bytes: joined.bytes.subarray(0, count * width),
  };
}
