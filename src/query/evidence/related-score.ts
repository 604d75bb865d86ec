import { EXPANDED, EXPANDED_UNIT, inverseFrequency, saturate } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { CHUNK_FIELD_COUNT } from '../../index/text-index-data.ts';
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
  const { k1, weights } = EXPANDED;
  const scores = new Float64Array(index.chunkCount);
  const best = new Float64Array(index.chunkCount);
  for (const { members } of groups) {
    for (const member of members) {
      const start = postingStarts[member.term] as number;
      const end = postingStarts[member.term + 1] as number;
      const weight = member.factor * inverseFrequency(index.chunkCount, end - start);
      for (let posting = start; posting < end; posting++) {
        const chunk = postingChunks[posting] as number;
        const counts = posting * CHUNK_FIELD_COUNT;
        const lengths = chunk * CHUNK_FIELD_COUNT;
        const frequency =
          weights.body * (postingCounts[counts] as number) +
          weights.definition * (postingCounts[counts + 1] as number) +
          weights.scope * (postingCounts[counts + 2] as number);
        const length =
          weights.body * (chunkLengths[lengths] as number) +
          weights.definition * (chunkLengths[lengths + 1] as number) +
          weights.scope * (chunkLengths[lengths + 2] as number);
        const factor = tables.factors.expanded.at(length / EXPANDED_UNIT);
        const score = weight * saturate(frequency * factor, k1);
        const before = best[chunk] as number;
        if (score <= before) continue;
        best[chunk] = score;
        scores[chunk] = (scores[chunk] as number) + score - before;
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
