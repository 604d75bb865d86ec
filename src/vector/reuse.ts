import { at } from '../base/assert.ts';
import type { ChunkMoves } from '../index/build/update.ts';
import { KEY_WIDTH } from './chunk-keys.ts';
import type { VectorSet } from './vector-set.ts';

/** The rows for other keys, as far as they are known. */
export interface Reused {
  /** Parallel to the keys; zeros where a row is missing. */
  readonly rows: Int8Array;
  /** Places whose row is missing, ascending. */
  readonly missing: Int32Array;
}

/** Takes over the rows of a set whose key is asked for. Cost: linear in both. */
export function reuseRows(
  known: VectorSet | undefined,
  keys: Uint32Array,
  dimensions: number,
): Reused {
  const count = keys.length / KEY_WIDTH;
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
 * The same where most chunks are those of before, in their order. `known` has a row for each of these.
 * Only the others are sought by their keys, among the rows of chunks that are gone.
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
  for (let row = 0, end = 0; row < chunkOfOld.length; row = end) {
    const place = at(chunkOfOld, row);
    end = row + 1;
    if (place < 0) {
      removed.set(numberOf(known.keys, row), row);
      continue;
    }
    while (chunkOfOld[end] === place + end - row) end++;
    copy(row, end, place);
  }
  const missing: number[] = [];
  for (const place of chunkOfMade) {
    const row = removed.get(numberOf(keys, place));
    if (row === undefined) missing.push(place);
    else copy(row, row + 1, place);
  }
  return { rows, missing: Int32Array.from(missing) };
}

/** 53 of the 64 bits: a double holds no more, and of a million chunks two share them once in 10,000 projects. */
function numberOf(keys: Uint32Array, row: number): number {
  const high = at(keys, row * KEY_WIDTH + 1) & 0x1f_ffff;
  return high * 2 ** 32 + at(keys, row * KEY_WIDTH);
}

/** The set without some of its rows, which ascend. */
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

/** The rows of sets by one model, in their order; undefined of none. */
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
