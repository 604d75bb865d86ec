/** Counts the chunks and files of terms after a change. */
import type { Task } from '../../base/cooperative.ts';
import type { TextIndexData } from '../text-index-data.ts';
import {
  countTerm,
  countTermInFile,
  filesOfChunks,
  TERMS_PER_STEP,
  type TermCounts,
} from './chunk-frequency.ts';
import type { DroppedRange, KeyPlan, KeyRun } from './row-join.ts';

/** The terms of more changed files are counted anew. */
const FILES_MAX = 16;

const FREQUENCIES = [
  'chunkFrequencyWithPath',
  'chunkFrequencyWithHeader',
  'fileFrequency',
] as const;
type Frequencies = Pick<TextIndexData, (typeof FREQUENCIES)[number]>;

interface Joined {
  /** Index of the changed files. */
  readonly made: TextIndexData;
  /** Dropped files; undefined if there are many ranges of them. */
  readonly ranges: readonly DroppedRange[] | undefined;
  /** The rows after the change. */
  readonly rows: Parameters<typeof countTerm>[0];
  readonly chunkStarts: Int32Array;
}

/**
 * Updates the frequencies of terms in changed files; only these can differ from the previous index.
 */
export function* frequenciesAfter(
  before: TextIndexData,
  plan: KeyPlan,
  { made, ranges, rows, chunkStarts }: Joined,
): Task<Frequencies> {
  const files = ranges?.reduce((sum, { first, end }) => sum + end - first, 0) ?? Infinity;
  const countsOf =
    ranges !== undefined && files <= FILES_MAX
      ? countsByDifference(before, made, ranges)
      : countsOfRows(rows, chunkStarts);
  const count = plan.keys.length;
  const counted = {
    chunkFrequencyWithPath: new Int32Array(count),
    chunkFrequencyWithHeader: new Int32Array(count),
    fileFrequency: new Int32Array(count),
  };
  for (const [index, run] of plan.runs.entries()) {
    if (index % TERMS_PER_STEP === 0) yield;
    const { key, left } = run;
    if (run.isKept) {
      for (const name of FREQUENCIES)
        counted[name].set(before[name].subarray(left, left + run.count), key);
      continue;
    }
    const { withPath, withHeader, files } = countsOf(run);
    counted.chunkFrequencyWithPath[key] = withPath;
    counted.chunkFrequencyWithHeader[key] = withHeader;
    counted.fileFrequency[key] = files;
  }
  return counted;
}

/** Counts by difference: without the previous content of changed files, with their new content. */
function countsByDifference(
  before: TextIndexData,
  made: TextIndexData,
  dropped: readonly DroppedRange[],
): (run: KeyRun) => TermCounts {
  return ({ left, right }) => {
    let { withPath, withHeader, files } = storedCounts(made, right);
    if (left < 0) return { withPath, withHeader, files };
    const known = storedCounts(before, left);
    withPath += known.withPath;
    withHeader += known.withHeader;
    files += known.files;
    for (const { first, end } of dropped) {
      for (let file = first; file < end; file++) {
        const old = countTermInFile(before, before.chunkStarts, left, file);
        withPath -= old.withPath;
        withHeader -= old.withHeader;
        files -= old.files;
      }
    }
    return { withPath, withHeader, files };
  };
}

function storedCounts(data: TextIndexData, term: number): TermCounts {
  return {
    withPath: data.chunkFrequencyWithPath[term] ?? 0,
    withHeader: data.chunkFrequencyWithHeader[term] ?? 0,
    files: data.fileFrequency[term] ?? 0,
  };
}

/** Counts all rows of a term. */
function countsOfRows(
  rows: Parameters<typeof countTerm>[0],
  chunkStarts: Int32Array,
): (run: KeyRun) => TermCounts {
  const fileOfChunk = filesOfChunks(chunkStarts);
  return ({ key }) => countTerm(rows, chunkStarts, fileOfChunk, key);
}
