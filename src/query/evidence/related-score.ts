import { EXPANDED, inverseFrequency, lengthFactor, saturate } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { CHUNK_FIELD_COUNT } from '../../index/text-index-data.ts';
import { expandedSum } from './average-lengths.ts';
import type { WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

/**
 * Scores each chunk by BM25 over groups of related terms. A group counts its best member, not the
 * sum.
 */
export function relatedScore(
  index: TextIndex,
  tables: SearchTables,
  { groups }: WeightedQuery,
): Float64Array {
  const { postingStarts, postingChunks, postingCounts, chunkLengths } = index.data;
  const { k1, b } = EXPANDED;
  const average = tables.averages.expanded;
  const sumAt = (column: ArrayLike<number>, row: number): number => {
    const place = row * CHUNK_FIELD_COUNT;
    return expandedSum(column[place] ?? 0, column[place + 1] ?? 0, column[place + 2] ?? 0);
  };
  const scores = new Float64Array(index.chunkCount);
  const best = new Float64Array(index.chunkCount);
  for (const { members } of groups) {
    for (const member of members) {
      const start = postingStarts[member.term] ?? 0;
      const end = postingStarts[member.term + 1] ?? 0;
      const weight = member.factor * inverseFrequency(index.chunkCount, end - start);
      for (let posting = start; posting < end; posting++) {
        const chunk = postingChunks[posting] ?? 0;
        const factor = lengthFactor(b, sumAt(chunkLengths, chunk), average);
        const score = weight * saturate(sumAt(postingCounts, posting) * factor, k1);
        const before = best[chunk] ?? 0;
        if (score <= before) continue;
        best[chunk] = score;
        scores[chunk] = (scores[chunk] ?? 0) + score - before;
      }
    }
    for (const { term } of members) {
      const end = postingStarts[term + 1] ?? 0;
      for (let posting = postingStarts[term] ?? 0; posting < end; posting++) {
        best[postingChunks[posting] ?? 0] = 0;
      }
    }
  }
  return scores;
}
