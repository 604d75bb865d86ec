/** Finds where query words actually occur, which limits what reasons may mention. */
import type { TextIndex } from '../index/text-index.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT } from '../index/text-index-data.ts';
import type { WeightedQuery } from './evidence/query-terms.ts';

/** Half-open range of chunks. */
export interface ChunkRange {
  readonly first: number;
  readonly end: number;
}

export function chunksOfFile(index: TextIndex, file: number): ChunkRange {
  const { chunkStarts } = index.data;
  return { first: chunkStarts[file] ?? 0, end: chunkStarts[file + 1] ?? 0 };
}

/** Returns the chunk that contains a line; −1 in a file without chunks. */
export function chunkAt(index: TextIndex, file: number, line: number): number {
  const { first, end } = chunksOfFile(index, file);
  if (first === end) return -1;
  return Math.min(end - 1, firstAtLeast(index.data.chunkEndLines, line, first, end));
}

/**
 * Returns the chunks of the range that have the term in one of the fields; all fields if none are
 * given.
 */
export function chunksWithTerm(
  index: TextIndex,
  term: number,
  { first, end }: ChunkRange,
  fields: readonly number[] = [0, 1, 2],
): readonly number[] {
  const { postingStarts, postingChunks, postingCounts } = index.data;
  const stop = postingStarts[term + 1] ?? 0;
  let posting = firstAtLeast(postingChunks, first, postingStarts[term] ?? 0, stop);
  const found: number[] = [];
  for (; posting < stop && (postingChunks[posting] ?? 0) < end; posting++) {
    const counts = posting * CHUNK_FIELD_COUNT;
    if (fields.some((field) => (postingCounts[counts + field] ?? 0) > 0)) {
      found.push(postingChunks[posting] ?? 0);
    }
  }
  return found;
}

/** Returns how often a file has the term in one of its own fields (FILE_FIELDS). */
export function countInFile(index: TextIndex, term: number, file: number, field: number): number {
  const { fileStarts, fileFiles, fileCounts } = index.data;
  const end = fileStarts[term + 1] ?? 0;
  const entry = firstAtLeast(fileFiles, file, fileStarts[term] ?? 0, end);
  if (entry >= end || fileFiles[entry] !== file) return 0;
  return fileCounts[entry * FILE_FIELD_COUNT + field] ?? 0;
}

/**
 * Returns the share of the query, weighted by rarity, whose words occur in the file or match a part
 * of its path.
 */
export function heldShare(
  index: TextIndex,
  { terms, raritySum }: WeightedQuery,
  file: number,
): number {
  if (raritySum === 0) return 0;
  let held = 0;
  for (const { term, rarity } of terms) {
    if (term < 0) continue;
    const inChunks = chunksWithTerm(index, term, chunksOfFile(index, file)).length > 0;
    const inPath = countInFile(index, term, file, 0) + countInFile(index, term, file, 1) > 0;
    if (inChunks || inPath) held += rarity;
  }
  return held / raritySum;
}

function firstAtLeast(values: Int32Array, wanted: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
