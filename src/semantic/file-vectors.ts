/**
 * Vectors of whole files: the mean of the vectors of their chunks, each of length 1. A question in
 * words of its own is often near to no single chunk, but to what all chunks of a file have in common.
 */
import { at } from '../base/assert.ts';
import { quantize } from '../embed/rows.ts';
import type { TextIndex } from '../index/text-index.ts';
import { ExactScan } from '../vector/exact-scan.ts';
import type { VectorSet } from '../vector/vector-set.ts';

/** Returns a scan of one row per file. Cost: O(chunks × dimensions). */
export function scanOfFiles({ rows, dimensions }: VectorSet, index: TextIndex): ExactScan {
  const ofFiles = new Int8Array(index.fileCount * dimensions);
  const sum = new Float64Array(dimensions);
  for (let file = 0; file < index.fileCount; file++) {
    sum.fill(0);
    const end = at(index.data.chunkStarts, file + 1);
    for (let chunk = at(index.data.chunkStarts, file); chunk < end; chunk++) {
      addUnit(sum, rows, chunk * dimensions);
    }
    quantize(sum, dimensions, ofFiles.subarray(file * dimensions));
  }
  return new ExactScan(ofFiles, dimensions);
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
