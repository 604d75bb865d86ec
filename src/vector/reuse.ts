import { at } from '../base/assert.ts';
import type { ChunkMoves } from '../index/build/update.ts';
import { KEY_WIDTH } from './chunk-keys.ts';
import { runsOf } from './row-runs.ts';
import type { VectorSet } from './vector-set.ts';

export interface Reused {
  /** Parallel to the keys; zeros where a row is missing. */
  readonly rows: Int8Array;
  /** Positions of missing rows, ascending. */
  readonly missing: Int32Array;
}

/**
 * Returns the rows of a set whose keys are requested. They share its memory if none is missing and they
 * are in its order. Otherwise copies them, linear in the size of both.
 */
export function reuseRows(
  known: VectorSet | undefined,
  keys: Uint32Array,
  dimensions: number,
): Reused {
  const count = keys.length / KEY_WIDTH;
  const run = known && startOfRun(known.keys, keys);
  if (known !== undefined && run !== undefined) {
    const start = (run / KEY_WIDTH) * dimensions;
    return {
      rows: known.rows.subarray(start, start + count * dimensions),
      missing: new Int32Array(),
    };
  }
  const rows = new Int8Array(count * dimensions);
  const places = new Map<number, number>();
  const knownCount = (known?.keys.length ?? 0) / KEY_WIDTH;
  for (let row = 0; row < knownCount; row++) places.set(numberOf(known?.keys ?? keys, row), row);
  const missing: number[] = [];
  for (let place = 0; place < count; place++) {
    const row = places.get(numberOf(keys, place));
    if (row === undefined || known === undefined) missing.push(place);
    else
      rows.set(known.rows.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
  }
  return { rows, missing: Int32Array.from(missing) };
}

/**
 * Returns the position of the keys in `known` if they are its start or its end, as the keys of an
 * unchanged index of code or of pages are. Returns undefined otherwise.
 */
function startOfRun(known: Uint32Array, keys: Uint32Array): number | undefined {
  if (keys.length > known.length) return undefined;
  return [0, known.length - keys.length].find((start) => {
    for (let word = 0; word < keys.length; word++)
      if (known[start + word] !== keys[word]) return false;
    return true;
  });
}

/**
 * Like {@link reuseRows}, for an index where most chunks are unchanged and in the same order.
 * `known` has one row per old chunk. Only new chunks are looked up by key, among the rows of
 * removed chunks.
 */
export function reuseMovedRows(
  known: VectorSet,
  keys: Uint32Array,
  { chunkOfOld, chunkOfMade }: ChunkMoves,
): Reused {
  const { dimensions } = known;
  const rows = new Int8Array((keys.length / KEY_WIDTH) * dimensions);
  const copy = (from: number, end: number, place: number): void =>
    rows.set(known.rows.subarray(from * dimensions, end * dimensions), place * dimensions);
  const removed = new Map<number, number>();
  for (let row = chunkOfOld.indexOf(-1); row >= 0; row = chunkOfOld.indexOf(-1, row + 1))
    removed.set(numberOf(known.keys, row), row);
  for (const { from, end, place } of runsOf(chunkOfOld)) copy(from, end, place);
  const missing: number[] = [];
  for (const place of chunkOfMade) {
    const row = removed.get(numberOf(keys, place));
    if (row === undefined) missing.push(place);
    else copy(row, row + 1, place);
  }
  return { rows, missing: Int32Array.from(missing) };
}

/**
 * Returns 53 of the 64 bits, because a double holds no more. Two of a million chunks share them in
 * one of 10,000 projects.
 */
function numberOf(keys: Uint32Array, row: number): number {
  const high = at(keys, row * KEY_WIDTH + 1) & 0x1f_ffff;
  return high * 2 ** 32 + at(keys, row * KEY_WIDTH);
}

/** Returns the set without the given rows, which are ascending. */
export function withoutRows(set: VectorSet, left: Int32Array): VectorSet {
  if (left.length === 0) return set;
  const isLeft = new Set(left);
  const { dimensions } = set;
  const count = set.keys.length / KEY_WIDTH;
  const kept = Array.from({ length: count }, (_, row) => row).filter((row) => !isLeft.has(row));
  const keys = new Uint32Array(kept.length * KEY_WIDTH);
  const rows = new Int8Array(kept.length * dimensions);
  for (const [place, row] of kept.entries()) {
    keys.set(set.keys.subarray(row * KEY_WIDTH, (row + 1) * KEY_WIDTH), place * KEY_WIDTH);
    rows.set(set.rows.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
  }
  return { ...set, keys, rows };
}

/** Concatenates sets of the same model in order; undefined for an empty list. */
export function joinSets(sets: readonly VectorSet[]): VectorSet | undefined {
  const [first] = sets;
  if (first === undefined || sets.length === 1) return first;
  const keys = new Uint32Array(sets.reduce((sum, set) => sum + set.keys.length, 0));
  const rows = new Int8Array(sets.reduce((sum, set) => sum + set.rows.length, 0));
  let row = 0;
  for (const set of sets) {
    keys.set(set.keys, row * KEY_WIDTH);
    rows.set(set.rows, row * set.dimensions);
    row += set.keys.length / KEY_WIDTH;
  }
  return { ...first, keys, rows };
}
