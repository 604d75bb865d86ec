/**
 * Implements BM25 and its multi-field form BM25F, which rate how well one term describes one chunk.
 *
 *     idf(t)   = ln(1 + (N − n + ½) / (n + ½))
 *     tf′(t,c) = Σ_f w_f · tf_f / (1 − b_f + b_f · len_f / avg_f)  over the fields f
 *     score    = idf^p · tf′ · (k1 + 1) / (tf′ + k1)
 *
 * Source: Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, §3.
 * Differences: idf adds 1 inside the logarithm (never negative) and has a power p. Constants: tuned
 * by coordinate ascent on the 32 development repositories of the semble benchmark; docs/ranking.md
 * has the measurements.
 */

export interface Bm25Parameters {
  /** Term frequency at which the score reaches half of its maximum. */
  readonly k1: number;
  /** Power of idf: a value below 1 reduces the weight of rare terms. */
  readonly idfPower: number;
}

/** Field weights of the three chunk scores. A score ignores a field of weight 0. */
export interface FieldWeights {
  readonly body: number;
  readonly definition: number;
  readonly scope: number;
  readonly stem: number;
  readonly folder: number;
  readonly header: number;
}

/** Parameters for path and content: finds the file. */
export const PATH_AND_CONTENT = {
  k1: 3,
  idfPower: 0.8,
  weights: { body: 0.5, definition: 2, scope: 2, stem: 14, folder: 4, header: 0.25 },
} as const satisfies Bm25Parameters & { weights: FieldWeights };

/** Parameters for content: finds the chunk inside the file. */
export const CONTENT = {
  k1: 1.5,
  idfPower: 1,
  weights: { body: 1, definition: 2, scope: 1, stem: 0, folder: 0, header: 1 },
} as const satisfies Bm25Parameters & { weights: FieldWeights };

/** Length normalization b per field, shared by the two scores above. */
export const LENGTH_NORMALIZATION: FieldWeights = {
  body: 0.75,
  definition: 0.75,
  scope: 0.75,
  stem: 0.5,
  folder: 0.3,
  header: 0.75,
};

/**
 * Parameters for content with related words. Fields are summed into one frequency before
 * normalization.
 */
export const EXPANDED = {
  k1: 1.5,
  idfPower: 1,
  b: 0.6,
  weights: { body: 1, definition: 2, scope: 0.5 },
} as const;

/** Parameters for messages of commits, with those of a file as the document. */
export const COMMITS = { k1: 1.5, idfPower: 1, b: 0.75 } as const;

/** Parameters for comment lines, with the whole file as the document. */
export const COMMENTS = { k1: 1.2, idfPower: 1, b: 0.5 } as const;

/**
 * Returns the inverse document frequency of a term that occurs in `frequency` of `count` documents.
 */
export function inverseFrequency(count: number, frequency: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Returns the factor that normalizes a frequency by the length of its field. An empty collection
 * has average 0.
 */
export function lengthFactor(b: number, length: number, average: number): number {
  return average === 0 ? 1 : 1 / (1 - b + (b * length) / average);
}

/**
 * Saturates a frequency into [0, k1 + 1): the second occurrence of a term counts less than the
 * first.
 */
export function saturate(frequency: number, k1: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1);
}
