import type { Task } from '../../base/cooperative.ts';
import { lowerBoundWithin } from '../../base/lower-bound.ts';
import { FILE_FIELD_COUNT, FILE_FIELDS, type TextIndexData } from '../text-index-data.ts';

type Rows = Pick<
  TextIndexData,
  'postingStarts' | 'postingChunks' | 'fileStarts' | 'fileFiles' | 'fileCounts'
>;
type Frequencies = Pick<
  TextIndexData,
  'chunkFrequencyWithPath' | 'chunkFrequencyWithHeader' | 'fileFrequency'
>;

/**
 * Counts, per term, the chunks and files that contain it. A term of a file field counts for every
 * chunk of the file, as if it were copied there. Merges each term's postings with its files once.
 */
export function* frequencySteps(rows: Rows, chunkStarts: Int32Array): Task<Frequencies> {
  const termCount = rows.postingStarts.length - 1;
  const frequencies = {
    chunkFrequencyWithPath: new Int32Array(termCount),
    chunkFrequencyWithHeader: new Int32Array(termCount),
    fileFrequency: new Int32Array(termCount),
  };
  const fileOfChunk = filesOfChunks(chunkStarts);
  for (let term = 0; term < termCount; term++) {
    if (term % TERMS_PER_STEP === 0) yield;
    const counted = countTerm(rows, chunkStarts, fileOfChunk, term);
    frequencies.chunkFrequencyWithPath[term] = counted.withPath;
    frequencies.chunkFrequencyWithHeader[term] = counted.withHeader;
    frequencies.fileFrequency[term] = counted.files;
  }
  return frequencies;
}

/** Number of terms per step: counting them takes a few ms. @package */
export const TERMS_PER_STEP = 1000;

/** Returns the file of every chunk. */
export function filesOfChunks(chunkStarts: Int32Array): Int32Array {
  const files = new Int32Array(chunkStarts[chunkStarts.length - 1] ?? 0);
  // A plain loop, because files have few chunks, for which `fill` is slower.
  for (let file = 0, chunk = 0; file + 1 < chunkStarts.length; file++)
    for (const end = chunkStarts[file + 1] as number; chunk < end; chunk++) files[chunk] = file;
  return files;
}

export interface TermCounts {
  readonly withPath: number;
  readonly withHeader: number;
  readonly files: number;
}

/**
 * Counts the chunks of one term, including chunks that have it through path or header, and its
 * files.
 */
export function countTerm(
  rows: Rows,
  chunkStarts: Int32Array,
  fileOfChunk: Int32Array,
  term: number,
): TermCounts {
  let posting = rows.postingStarts[term] ?? 0;
  const postingEnd = rows.postingStarts[term + 1] ?? 0;
  let withPath = postingEnd - posting;
  let withHeader = withPath;
  let files = 0;
  let lastFile = -1;
  for (let row = posting; row < postingEnd; row++) {
    const file = fileOfChunk[rows.postingChunks[row] ?? 0] ?? 0;
    if (file !== lastFile) files++;
    lastFile = file;
  }
  const entryEnd = rows.fileStarts[term + 1] ?? 0;
  for (let entry = rows.fileStarts[term] ?? 0; entry < entryEnd; entry++) {
    const file = rows.fileFiles[entry] ?? 0;
    const first = chunkStarts[file] ?? 0;
    const end = chunkStarts[file + 1] ?? 0;
    while (posting < postingEnd && (rows.postingChunks[posting] ?? 0) < first) posting++;
    const before = posting;
    while (posting < postingEnd && (rows.postingChunks[posting] ?? 0) < end) posting++;
    const without = end - first - (posting - before);
    if (posting === before) files++;
    const { isInHeader, isInPath } = entryFields(rows, entry);
    if (isInHeader) withHeader += without;
    if (isInHeader || isInPath) withPath += without;
  }
  return { withPath, withHeader, files };
}

/** Does the same as `countTerm` for the chunks of one file. */
export function countTermInFile(
  rows: Rows,
  chunkStarts: Int32Array,
  term: number,
  file: number,
): TermCounts {
  const first = chunkStarts[file] ?? 0;
  const end = chunkStarts[file + 1] ?? 0;
  const postingEnd = rows.postingStarts[term + 1] ?? 0;
  const from = lowerBoundWithin(
    rows.postingChunks,
    first,
    rows.postingStarts[term] ?? 0,
    postingEnd,
  );
  const written = lowerBoundWithin(rows.postingChunks, end, from, postingEnd) - from;
  const counted = { withPath: written, withHeader: written, files: written > 0 ? 1 : 0 };
  const entryEnd = rows.fileStarts[term + 1] ?? 0;
  const entry = lowerBoundWithin(rows.fileFiles, file, rows.fileStarts[term] ?? 0, entryEnd);
  if (entry === entryEnd || rows.fileFiles[entry] !== file) return counted;
  const { isInHeader, isInPath } = entryFields(rows, entry);
  return {
    withPath: isInHeader || isInPath ? end - first : written,
    withHeader: isInHeader ? end - first : written,
    files: 1,
  };
}

function entryFields(
  { fileCounts }: Rows,
  entry: number,
): { readonly isInHeader: boolean; readonly isInPath: boolean } {
  const counts = entry * FILE_FIELD_COUNT;
  const isIn = (field: keyof typeof FILE_FIELDS) =>
    (fileCounts[counts + FILE_FIELDS[field]] ?? 0) > 0;
  return { isInHeader: isIn('header'), isInPath: isIn('stem') || isIn('folder') };
}
