/**
 * BM25F per chunk, term by term from the posting lists: O(postings of the query's terms + chunks).
 * The scores with and without the path are computed together, because they read the same postings.
 *
 * A file's stem, folders and header belong to all its chunks. Instead of visiting the chunks, a
 * term's share from these fields is added to the file once. A chunk that also has the term gets the
 * difference between the combined score and the file's own share, because saturation is not
 * additive.
 */
import { CONTENT, inverseFrequency, PATH_AND_CONTENT, saturate } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, FILE_FIELDS } from '../../index/text-index-data.ts';
import type { WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

/** Scores per chunk; the formula is in bm25.ts. */
export interface FieldScores {
  readonly pathContent: Float64Array;
  readonly content: Float64Array;
}

export function fieldScores(
  index: TextIndex,
  tables: SearchTables,
  { lookups }: WeightedQuery,
): FieldScores {
  const { chunkFrequencyWithPath, chunkFrequencyWithHeader } = index.data;
  const path = new FieldScore(index, PATH_AND_CONTENT, chunkFrequencyWithPath);
  const content = new FieldScore(index, CONTENT, chunkFrequencyWithHeader);
  for (const { term } of lookups) {
    for (const score of [path, content]) score.addToFiles(tables, term);
    addToChunks(index, tables, term, [path, content]);
    for (const score of [path, content]) score.forgetFiles(term);
  }
  return { pathContent: path.total(), content: content.total() };
}

/** Adds what the chunks with a term have themselves. */
function addToChunks(
  { data, chunkFiles }: TextIndex,
  { factors }: SearchTables,
  term: number,
  [path, content]: readonly [FieldScore, FieldScore],
): void {
  const { postingChunks, postingCounts, chunkLengths } = data;
  const end = data.postingStarts[term + 1] as number;
  for (let posting = data.postingStarts[term] as number; posting < end; posting++) {
    const chunk = postingChunks[posting] as number;
    const file = chunkFiles[chunk] as number;
    const counts = posting * CHUNK_FIELD_COUNT;
    const lengths = chunk * CHUNK_FIELD_COUNT;
    let body = postingCounts[counts] as number;
    let definition = postingCounts[counts + 1] as number;
    let scope = postingCounts[counts + 2] as number;
    if (body > 0) body *= factors.body.at(chunkLengths[lengths] as number);
    if (definition > 0) definition *= factors.definition.at(chunkLengths[lengths + 1] as number);
    if (scope > 0) scope *= factors.scope.at(chunkLengths[lengths + 2] as number);
    path.addToChunk(chunk, file, body, definition, scope);
    content.addToChunk(chunk, file, body, definition, scope);
  }
}

/** One of the scores while it is computed. */
class FieldScore {
  readonly #index: TextIndex;
  readonly #parameters: typeof PATH_AND_CONTENT | typeof CONTENT;
  readonly #frequencies: Int32Array;
  readonly #scores: Float64Array;
  readonly #fileScores: Float64Array;
  /** Frequency of the term in the fields of each file, and its saturation. */
  readonly #shared: Float64Array;
  readonly #saturated: Float64Array;
  /** Weight of the term. */
  #idf = 0;

  constructor(
    index: TextIndex,
    parameters: typeof PATH_AND_CONTENT | typeof CONTENT,
    frequencies: Int32Array,
  ) {
    this.#index = index;
    this.#parameters = parameters;
    this.#frequencies = frequencies;
    this.#scores = new Float64Array(index.chunkCount);
    this.#fileScores = new Float64Array(index.fileCount);
    this.#shared = new Float64Array(index.fileCount);
    this.#saturated = new Float64Array(index.fileCount);
  }

  /** Adds what the files have in their fields; their chunks share it. */
  addToFiles({ factors }: SearchTables, term: number): void {
    const { weights, k1, idfPower } = this.#parameters;
    const { fileStarts, fileFiles, fileCounts, fileLengths } = this.#index.data;
    const frequency = this.#frequencies[term] ?? 0;
    this.#idf = inverseFrequency(this.#index.chunkCount, frequency) ** idfPower;
    const end = fileStarts[term + 1] as number;
    for (let entry = fileStarts[term] as number; entry < end; entry++) {
      const file = fileFiles[entry] as number;
      const counts = entry * FILE_FIELD_COUNT;
      const lengths = file * FILE_FIELD_COUNT;
      const weighted = (field: 'stem' | 'folder' | 'header') => {
        const count = weights[field] * (fileCounts[counts + FILE_FIELDS[field]] as number);
        if (count === 0) return 0;
        return count * factors[field].at(fileLengths[lengths + FILE_FIELDS[field]] as number);
      };
      const shared = weighted('stem') + weighted('folder') + weighted('header');
      if (shared === 0) continue;
      const saturated = saturate(shared, k1);
      this.#shared[file] = shared;
      this.#saturated[file] = saturated;
      this.#fileScores[file] = (this.#fileScores[file] as number) + this.#idf * saturated;
    }
  }

  addToChunk(chunk: number, file: number, body: number, definition: number, scope: number): void {
    const { weights, k1 } = this.#parameters;
    const own = weights.body * body + weights.definition * definition + weights.scope * scope;
    const gain =
      saturate(own + (this.#shared[file] as number), k1) - (this.#saturated[file] as number);
    this.#scores[chunk] = (this.#scores[chunk] as number) + this.#idf * gain;
  }

  /** Makes the files ready for the next term. */
  forgetFiles(term: number): void {
    const { fileStarts, fileFiles } = this.#index.data;
    const end = fileStarts[term + 1] as number;
    for (let entry = fileStarts[term] as number; entry < end; entry++) {
      this.#shared[fileFiles[entry] as number] = 0;
      this.#saturated[fileFiles[entry] as number] = 0;
    }
  }

  /** Returns the scores of the chunks with those of their files. */
  total(): Float64Array {
    const { chunkFiles } = this.#index;
    for (let chunk = 0; chunk < this.#scores.length; chunk++) {
      const ofFile = this.#fileScores[chunkFiles[chunk] as number] as number;
      this.#scores[chunk] = (this.#scores[chunk] as number) + ofFile;
    }
    return this.#scores;
  }
}
