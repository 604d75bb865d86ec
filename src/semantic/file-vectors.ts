/**
 * Vectors of whole files: the mean of the vectors of their chunks, each of length 1. A question in
 * words of its own is often near to no single chunk, but to what all chunks of a file have in common.
 */
import { at } from '../base/assert.ts';
import { quantize } from '../embed/rows.ts';
import type { TextIndex } from '../index/text-index.ts';
import { ExactScan } from '../vector/exact-scan.ts';
import type { VectorSet } from '../vector/vector-set.ts';

export interface FileVectors {
  readonly index: TextIndex;
  /** One row per file. */
  readonly rows: Int8Array;
  readonly scan: ExactScan;
}

/**
 * Cost: O(chunks × dimensions). With the vectors of the index from which this one was updated, only
 * files with other chunks cost more than a copy.
 */
export function fileVectors(
  { rows, dimensions }: VectorSet,
  index: TextIndex,
  before?: FileVectors,
): FileVectors {
  const ofFiles = new Int8Array(index.fileCount * dimensions);
  const oldFileOf = before === undefined ? () => -1 : unchangedFiles(before.index, index);
  const sum = new Float64Array(dimensions);
  for (let file = 0; file < index.fileCount; file++) {
    const row = ofFiles.subarray(file * dimensions, (file + 1) * dimensions);
    const old = oldFileOf(file);
    if (before !== undefined && old >= 0) {
      row.set(before.rows.subarray(old * dimensions, (old + 1) * dimensions));
      continue;
    }
    sum.fill(0);
    const end = at(index.data.chunkStarts, file + 1);
    for (let chunk = at(index.data.chunkStarts, file); chunk < end; chunk++) {
      addUnit(sum, rows, chunk * dimensions);
    }
    quantize(sum, dimensions, row);
  }
  return { index, rows: ofFiles, scan: new ExactScan(ofFiles, dimensions) };
}

/** Returns a function: the number that a file with the same chunks had before; −1 without one. */
function unchangedFiles(before: TextIndex, index: TextIndex): (file: number) => number {
  const oldChunks = new Int32Array(index.chunkCount).fill(-1);
  for (const [old, chunk] of (index.origin?.chunkOfOld ?? []).entries()) {
    if (chunk >= 0) oldChunks[chunk] = old;
  }
  return (file) => {
    const start = at(index.data.chunkStarts, file);
    const count = at(index.data.chunkStarts, file + 1) - start;
    const oldStart = oldChunks[start] ?? -1;
    if (count === 0 || oldStart < 0) return -1;
    const old = at(before.chunkFiles, oldStart);
    const oldCount = at(before.data.chunkStarts, old + 1) - oldStart;
    if (at(before.data.chunkStarts, old) !== oldStart || oldCount !== count) return -1;
    for (let place = 1; place < count; place++) {
      if (oldChunks[start + place] !== oldStart + place) return -1;
    }
    return old;
  };
}

function addUnit(sum: Float64Array, rows: Int8Array, start: number): void {
  let square = 0;
  for (let column = 0; column < sum.length; column++) {
    const value = rows[start + column] as number;
    square += value * value;
  }
  if (square === 0) return;
  const factor = 1 / Math.sqrt(square);
  for (let column = 0; column < sum.length; column++) {
    sum[column] = (sum[column] as number) + factor * (rows[start + column] as number);
  }
}
