import { at } from '../../base/assert.ts';
import type { Task } from '../../base/cooperative.ts';
import { lowerBound, lowerBoundWithin } from '../../base/lower-bound.ts';

/**
 * Rows by key: row i of key k lies in `[starts[k], starts[k + 1])`, with values ascending within a
 * key.
 */
export interface KeyedRows {
  readonly starts: Int32Array;
  readonly values: Int32Array;
  /** `width` per row. */
  readonly bytes: Uint8Array;
}

/**
 * Rows and the new numbers of their values; −1 drops a row. New numbers must keep the order of
 * values.
 */
export interface JoinSide {
  readonly rows: KeyedRows;
  readonly newValue: Int32Array;
  /** Whether all remaining values keep their numbers. */
  readonly keepsNumbers: boolean;
}

/**
 * A run of consecutive keys starting at `key`. A run of several keys keeps all rows of the left
 * side.
 */
export interface KeyRun {
  readonly key: number;
  readonly count: number;
  /** Position of the first key in each list; −1 if it is not in the list. */
  readonly left: number;
  readonly right: number;
  /** Whether all rows are from the left side, unchanged. */
  readonly isKept: boolean;
}

/** Plan for merging the keys of two sorted lists. */
export interface KeyPlan {
  readonly keys: readonly string[];
  readonly runs: readonly KeyRun[];
}

/**
 * Merges two sorted lists of keys. `touched` lists the keys on the left that lose rows, ascending;
 * those without any row left in `sides` are dropped.
 */
export function planKeys(
  left: readonly string[],
  right: readonly string[],
  touched: readonly number[],
  sides: readonly JoinSide[],
): KeyPlan {
  const runs: KeyRun[] = [];
  let keyCount = 0;
  let next = 0;
  let nextTouched = 0;
  const keepUpTo = (end: number): void => {
    if (next >= end) return;
    runs.push({ key: keyCount, count: end - next, left: next, right: -1, isKept: true });
    keyCount += end - next;
    next = end;
  };
  const add = (from: number, to: number): void => {
    runs.push({ key: keyCount++, count: 1, left: from, right: to, isKept: false });
  };
  const takeUpTo = (end: number): void => {
    for (; (touched[nextTouched] ?? end) < end; nextTouched++) {
      const key = at(touched, nextTouched);
      keepUpTo(key);
      if (sides.some((side) => hasKept(side, key))) add(key, -1);
      next = key + 1;
    }
    keepUpTo(end);
  };
  for (const [own, key] of right.entries()) {
    // The right side nearly always holds few files, so its positions on the left are found by
    // binary search.
    const place = lowerBound(left, key);
    takeUpTo(place);
    const isInBoth = left[place] === key;
    add(isInBoth ? place : -1, own);
    if (!isInBoth) continue;
    next = place + 1;
    if (touched[nextTouched] === place) nextTouched++;
  }
  takeUpTo(left.length);
  return { keys: keysOf(runs, left, right), runs };
}

/** Returns the positions of keys that a sorted list has. Both are sorted. */
export function positionsIn(list: readonly string[], keys: readonly string[]): readonly number[] {
  return keys.map((key) => lowerBound(list, key));
}

/** Number of pieces that one call may join. */
const PIECES_MAX = 10_000;

/** Returns the keys of the runs: `left` itself if none is added or dropped. */
function keysOf(
  runs: readonly KeyRun[],
  left: readonly string[],
  right: readonly string[],
): readonly string[] {
  const pieces: (readonly string[])[] = [];
  let first = 0;
  let end = 0;
  for (const run of runs) {
    if (run.left !== end) {
      pieces.push(left.slice(first, end));
      first = Math.max(run.left, end);
    }
    if (run.left < 0) pieces.push([at(right, run.right)]);
    else end = run.left + run.count;
  }
  if (pieces.length === 0 && end === left.length) return left;
  pieces.push(left.slice(first, end));
  const none: readonly string[] = [];
  return pieces.length < PIECES_MAX ? none.concat(...pieces) : pieces.flat();
}

/** Returns the keys that lose rows in at least one of the sides. All sides have the same keys. */
export function touchedKeys(sides: readonly JoinSide[]): readonly number[] {
  const keyCount = Math.max(...sides.map(({ rows }) => rows.starts.length - 1));
  const isTouched = new Uint8Array(keyCount);
  for (const { rows, newValue } of sides) {
    const { starts, values } = rows;
    for (let key = 0; key < keyCount; key++) {
      const end = starts[key + 1] as number;
      for (let row = starts[key] as number; row < end; row++) {
        if ((newValue[values[row] as number] as number) >= 0) continue;
        isTouched[key] = 1;
        break;
      }
    }
  }
  const touched: number[] = [];
  for (let key = 0; key < keyCount; key++) if (isTouched[key] === 1) touched.push(key);
  return touched;
}

function hasKept({ rows, newValue }: JoinSide, key: number): boolean {
  const end = at(rows.starts, key + 1);
  for (let row = at(rows.starts, key); row < end; row++)
    if (at(newValue, at(rows.values, row)) >= 0) return true;
  return false;
}

/** Whether all remaining values keep their numbers. */
export function keepsNumbers(newValue: Int32Array): boolean {
  for (let old = 0; old < newValue.length; old++) {
    const value = newValue[old] as number;
    if (value >= 0 && value !== old) return false;
  }
  return true;
}

/** Fewer ranges of dropped values are looked up, instead of passing over all rows of a key. */
const RANGES_MAX = 16;

/** Consecutive dropped values. */
export interface DroppedRange {
  readonly first: number;
  readonly end: number;
}

/** Returns the ranges of dropped values, ascending; undefined if there are many. */
export function droppedRanges(newValue: Int32Array): readonly DroppedRange[] | undefined {
  const ranges: DroppedRange[] = [];
  for (let first = newValue.indexOf(-1); first >= 0; ) {
    let end = first + 1;
    while (newValue[end] === -1) end++;
    if (ranges.length === RANGES_MAX) return undefined;
    ranges.push({ first, end });
    first = newValue.indexOf(-1, end);
  }
  return ranges;
}

/** Number of keys with rows of both sides per step: joining them takes a few ms. */
const KEYS_PER_STEP = 1000;

/**
 * Joins the rows of both sides under the planned keys, values ascending. The sides must have no
 * value in common.
 */
export function* joinSteps(
  plan: KeyPlan,
  left: JoinSide,
  right: JoinSide,
  width: number,
): Task<KeyedRows> {
  const rowsMax = left.rows.values.length + right.rows.values.length;
  const joined = {
    starts: new Int32Array(plan.keys.length + 1),
    values: new Int32Array(rowsMax),
    bytes: new Uint8Array(rowsMax * width),
  };
  let count = 0;
  const isNumberedAlike = left.keepsNumbers;
  const dropped = isNumberedAlike ? droppedRanges(left.newValue) : undefined;
  /** Copies consecutive rows, all of which are kept. */
  const copy = (side: JoinSide, from: number, to: number): void => {
    const { rows, newValue } = side;
    joined.bytes.set(rows.bytes.subarray(from * width, to * width), count * width);
    if (side === left && isNumberedAlike) {
      joined.values.set(rows.values.subarray(from, to), count);
      count += to - from;
      return;
    }
    for (let row = from; row < to; row++)
      joined.values[count++] = newValue[rows.values[row] as number] as number;
  };
  /** Copies the kept rows in `[row, end)` with smaller values; returns the next row. */
  const copyBelow = (side: JoinSide, value: number, row: number, end: number): number => {
    const { newValue, rows } = side;
    if (side === left && dropped !== undefined) {
      const stop = lowerBoundWithin(rows.values, value, row, end);
      return visitKept(rows.values, dropped, row, stop, (first, last) => copy(left, first, last));
    }
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
  /** The hot path: nearly all keys are kept unchanged. */
  const keep = ({ key, count: keyCount, left: first }: KeyRun): void => {
    const { starts } = left.rows;
    const [from, to] = [at(starts, first), at(starts, first + keyCount)];
    copyShifted(starts, first + 1, joined.starts, key + 1, keyCount, count - from);
    copy(left, from, to);
  };
  for (const [index, run] of plan.runs.entries()) {
    if (index % KEYS_PER_STEP === 0) yield;
    if (run.isKept) {
      keep(run);
      continue;
    }
    if (run.right < 0) copyKept(left, run.left);
    else if (run.left < 0) copyKept(right, run.right);
    else merge(run.left, run.right);
    joined.starts[run.key + 1] = count;
  }
  return {
    starts: joined.starts,
    values: joined.values.subarray(0, count),
    bytes: joined.bytes.subarray(0, count * width),
  };
}

/** Calls `found` with the rows in `[row, end)` between dropped values, and returns `end`. */
function visitKept(
  values: Int32Array,
  dropped: readonly DroppedRange[],
  row: number,
  end: number,
  found: (first: number, last: number) => void,
): number {
  let from = row;
  for (const range of dropped) {
    const place = lowerBoundWithin(values, range.first, from, end);
    if (from < place) found(from, place);
    from = lowerBoundWithin(values, range.end, place, end);
  }
  if (from < end) found(from, end);
  return end;
}

function copyShifted(
  from: Int32Array,
  first: number,
  to: Int32Array,
  place: number,
  count: number,
  shift: number,
): void {
  to.set(from.subarray(first, first + count), place);
  if (shift === 0) return;
  for (let index = place; index < place + count; index++) to[index] = (to[index] as number) + shift;
}
