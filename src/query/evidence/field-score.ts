/**
 * BM25F per chunk, term by term from the posting lists: O(postings of the query's terms + chunks).
 *
 * A file's stem, folders and header belong to all its chunks. Instead of visiting the chunks, a
 * term's share from these fields is added to the file once. A chunk that also has the term gets the
 * difference between the combined score and the file's own share, because saturation is not
 * additive.
 */
import {
  type CONTENT,
  type FieldWeights,
  inverseFrequency,
  LENGTH_NORMALIZATION,
  lengthFactor,
  type PATH_AND_CONTENT,
  saturate,
} from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, FILE_FIELDS } from '../../index/text-index-data.ts';
import type { WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

type FieldScore = typeof PATH_AND_CONTENT | typeof CONTENT;

/** Returns a dense array of scores, one per chunk. The formula is in bm25.ts. */
export function fieldScore(
  index: TextIndex,
  tables: SearchTables,
  { lookups }: WeightedQuery,
  { k1, idfPower, weights }: FieldScore,
  frequency: 'withPath' | 'withHeader',
): Float64Array {
  const { data, chunkFiles } = index;
  const frequencies =
    frequency === 'withPath' ? data.chunkFrequencyWithPath : data.chunkFrequencyWithHeader;
  const { postingCounts, chunkLengths } = data;
  const body = normalizer('body', tables, weights);
  const definition = normalizer('definition', tables, weights);
  const scope = normalizer('scope', tables, weights);
  const scores = new Float64Array(index.chunkCount);
  const fileScores = new Float64Array(index.fileCount);
  const fileFrequencies = new Float64Array(index.fileCount);
  for (const { term } of lookups) {
    const idf = inverseFrequency(index.chunkCount, frequencies[term] ?? 0) ** idfPower;
    addFileFrequencies(index, tables, weights, term, fileFrequencies);
    const entryStart = data.fileStarts[term] ?? 0;
    const entryEnd = data.fileStarts[term + 1] ?? 0;
    for (let entry = entryStart; entry < entryEnd; entry++) {
      const file = data.fileFiles[entry] ?? 0;
      const alone = fileFrequencies[file] ?? 0;
      fileScores[file] = (fileScores[file] ?? 0) + idf * saturate(alone, k1);
    }
    const end = data.postingStarts[term + 1] ?? 0;
    for (let posting = data.postingStarts[term] ?? 0; posting < end; posting++) {
      const chunk = data.postingChunks[posting] ?? 0;
      const counts = posting * CHUNK_FIELD_COUNT;
      const lengths = chunk * CHUNK_FIELD_COUNT;
      const own =
        body(postingCounts[counts], chunkLengths[lengths]) +
        definition(postingCounts[counts + 1], chunkLengths[lengths + 1]) +
        scope(postingCounts[counts + 2], chunkLengths[lengths + 2]);
      const shared = fileFrequencies[chunkFiles[chunk] ?? 0] ?? 0;
      const gain = saturate(own + shared, k1) - (shared > 0 ? saturate(shared, k1) : 0);
      scores[chunk] = (scores[chunk] ?? 0) + idf * gain;
    }
    for (let entry = entryStart; entry < entryEnd; entry++) {
      fileFrequencies[data.fileFiles[entry] ?? 0] = 0;
    }
  }
  for (let chunk = 0; chunk < scores.length; chunk++) {
    scores[chunk] = (scores[chunk] ?? 0) + (fileScores[chunkFiles[chunk] ?? 0] ?? 0);
  }
  return scores;
}

/** Returns a function of a count and the field's length: the weighted, normalized frequency. */
function normalizer(
  field: keyof FieldWeights,
  { averages }: SearchTables,
  weights: FieldWeights,
): (count: number | undefined, length: number | undefined) => number {
  const weight = weights[field];
  const average = averages[field];
  const b = LENGTH_NORMALIZATION[field];
  return (count = 0, length = 0) =>
    count === 0 ? 0 : weight * count * lengthFactor(b, length, average);
}

/**
 * Adds the weighted, length-normalized frequencies of a term in the fields that a file shares with
 * its chunks.
 */
function addFileFrequencies(
  index: TextIndex,
  tables: SearchTables,
  weights: FieldScore['weights'],
  term: number,
  target: Float64Array,
): void {
  const { fileStarts, fileFiles, fileCounts, fileLengths } = index.data;
  const stem = normalizer('stem', tables, weights);
  const folder = normalizer('folder', tables, weights);
  const header = normalizer('header', tables, weights);
  const end = fileStarts[term + 1] ?? 0;
  for (let entry = fileStarts[term] ?? 0; entry < end; entry++) {
    const file = fileFiles[entry] ?? 0;
    const counts = entry * FILE_FIELD_COUNT;
    const lengths = file * FILE_FIELD_COUNT;
    target[file] =
      stem(fileCounts[counts + FILE_FIELDS.stem], fileLengths[lengths + FILE_FIELDS.stem]) +
      folder(fileCounts[counts + FILE_FIELDS.folder], fileLengths[lengths + FILE_FIELDS.folder]) +
      header(fileCounts[counts + FILE_FIELDS.header], fileLengths[lengths + FILE_FIELDS.header]);
  }
}
