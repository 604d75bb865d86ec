/** Aggregates scores of chunks into scores of files. */

export interface FileScores {
  /** Score of the best chunk, per file. */
  readonly best: Float64Array;
  /** The best chunk, per file; the first of equals, −1 if none scores. */
  readonly chunks: Int32Array;
}

export function chunkScores(scores: Float64Array, chunkStarts: Int32Array): FileScores {
  const fileCount = chunkStarts.length - 1;
  const best = new Float64Array(fileCount);
  const chunks = new Int32Array(fileCount).fill(-1);
  for (let file = 0; file < fileCount; file++) {
    const end = chunkStarts[file + 1] ?? 0;
    for (let chunk = chunkStarts[file] ?? 0; chunk < end; chunk++) {
      const score = scores[chunk] ?? 0;
      if (score <= (best[file] ?? 0)) continue;
      best[file] = score;
      chunks[file] = chunk;
    }
  }
  return { best, chunks };
}

const TOP_COUNT = 3;

/** Returns, per file, the mean of its three best chunks, or of all chunks if it has fewer. */
export function topMeans(scores: Float64Array, chunkStarts: Int32Array): Float64Array {
  const means = new Float64Array(chunkStarts.length - 1);
  for (let file = 0; file < means.length; file++) {
    const start = chunkStarts[file] ?? 0;
    const end = chunkStarts[file + 1] ?? 0;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let chunk = start; chunk < end; chunk++) {
      const score = scores[chunk] ?? 0;
      if (score > first) [first, second, third] = [score, first, second];
      else if (score > second) [second, third] = [score, second];
      else if (score > third) third = score;
    }
    if (end > start) means[file] = (first + second + third) / Math.min(TOP_COUNT, end - start);
  }
  return means;
}
