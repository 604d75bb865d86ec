/** Compares two texts line by line: E. Myers, "An O(ND) Difference Algorithm", 1986. */
import { at } from './assert.ts';

/** A difference. Lines are 0-based, half-open; one of the ranges may be empty. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Most inserted and removed lines that are told apart. Time and memory grow with the square. Beyond,
 * everything between the first and the last difference counts as one change.
 */
const EDITS_MAX = 1500;

/** Returns the differences from top to bottom; none touch each other. */
export function lineChanges(
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly LineChange[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start++;
  let tail = 0;
  while (tail < shorter - start && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++;
  const oldEnd = oldLines.length - tail;
  const newEnd = newLines.length - tail;
  if (start === oldEnd && start === newEnd) return [];
  const whole = { oldStart: start, oldEnd, newStart: start, newEnd };
  if (start === oldEnd || start === newEnd) return [whole];
  const number = numbering();
  const a = Int32Array.from(oldLines.slice(start, oldEnd), number);
  const b = Int32Array.from(newLines.slice(start, newEnd), number);
  const trace = shortestEdit(a, b);
  return trace === undefined ? [whole] : changesOf(trace, a.length, b.length, start);
}

/** Returns a function that gives equal lines equal numbers. */
function numbering(): (line: string) => number {
  const numbers = new Map<string, number>();
  return (line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
}

/**
 * Returns the furthest old line on each diagonal after 0, 1, 2, … edits; undefined if there are too
 * many. Diagonal `k` is the old minus the new line, at position `k` plus the number of edits.
 */
function shortestEdit(a: Int32Array, b: Int32Array): readonly Int32Array[] | undefined {
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= EDITS_MAX; edits++) {
    const before = trace.at(-1);
    const reached = new Int32Array(2 * edits + 1);
    trace.push(reached);
    for (let k = -edits; k <= edits; k += 2) {
      let x = 0;
      if (before !== undefined) {
        const from = diagonalBefore(before, edits, k);
        x = at(before, from + edits - 1) + (from < k ? 1 : 0);
      }
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached[edits + k] = x;
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return undefined;
}

/** Returns the diagonal that the last edit came from: of a removal `k - 1`, of an insertion `k + 1`. */
function diagonalBefore(before: Int32Array, edits: number, k: number): number {
  const isInsertion =
    k === -edits || (k !== edits && at(before, k + edits - 2) < at(before, k + edits));
  return isInsertion ? k + 1 : k - 1;
}

/** Follows the edits back from the ends of both texts, and joins those that touch. */
function changesOf(
  trace: readonly Int32Array[],
  oldCount: number,
  newCount: number,
  offset: number,
): readonly LineChange[] {
  const changes: LineChange[] = [];
  let k = oldCount - newCount;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const before = at(trace, edits - 1);
    const from = diagonalBefore(before, edits, k);
    const x = at(before, from + edits - 1);
    const isRemoval = from < k;
    const oldStart = offset + x;
    const newStart = offset + x - from;
    const own = {
      oldStart,
      oldEnd: oldStart + (isRemoval ? 1 : 0),
      newStart,
      newEnd: newStart + (isRemoval ? 0 : 1),
    };
    const next = changes.at(-1);
    if (next?.oldStart === own.oldEnd && next.newStart === own.newEnd)
      changes[changes.length - 1] = { ...next, oldStart, newStart };
    else changes.push(own);
    k = from;
  }
  return changes.reverse();
}
