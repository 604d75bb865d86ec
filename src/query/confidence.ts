/**
 * Rates how far the first file can be trusted. It must be better than the second file, and it must
 * be about the query at all. A search always returns a first file, even for a topic that the
 * project does not cover.
 */

import type { Corpus } from './weights.ts';

/** Best first. */
export const CONFIDENCES = ['high', 'medium', 'low', 'none'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Returns the highest confidence among the answers of several projects. */
export function bestConfidence(all: readonly Confidence[]): Confidence {
  return CONFIDENCES.find((one) => all.includes(one)) ?? 'none';
}

export interface Trust {
  /** Lead of the first file's score over the second's, in log-odds. */
  readonly margin: number;
  /** Evidence for the first file, in log-odds: its score without penalties. */
  readonly evidence: number;
  /** Share of the query, weighted by rarity, whose words occur in the first file or its path. */
  readonly heldShare: number;
  /**
   * Cosine of the chunk nearest to the question; 0 if none is near. Undefined unless the model's
   * cosines were calibrated.
   */
  readonly nearest: number | undefined;
  /**
   * Whether the query asks for a name that the project lacks or that nothing in the first file
   * bears.
   */
  readonly isNameMissing: boolean;
}

/**
 * Share of 638 development queries, by margin, whose first file was right (semble benchmark,
 * in-sample; 307, 84, 72, 71 and 104 queries). Measured by `bench/ranking/calibrate.mjs`.
 */
export const MARGIN_TABLE: readonly { readonly marginMin: number; readonly firstRight: number }[] =
  [
    { marginMin: 2, firstRight: 0.96 },
    { marginMin: 1.5, firstRight: 0.94 },
    { marginMin: 1, firstRight: 0.81 },
    { marginMin: 0.5, firstRight: 0.63 },
    { marginMin: Number.NEGATIVE_INFINITY, firstRight: 0.5 },
  ];

/** Minimum shares of right first files: nine in ten for high, three in five for medium. */
const HIGH_MIN = 0.9;
const MEDIUM_MIN = 0.6;

/**
 * Match = evidence + 3 × heldShare (+ 7 × nearest) separates questions about the project from
 * questions about other projects. Measured with the same 638 queries against their own repositories
 * and 640 queries against repositories of another language. Below the two bounds lie 2 % and 6 % of
 * the own queries. Of the foreign queries, 64 % and 78 % lie below them by words, 81 % and 87 %
 * with vectors. The area under the curve is 0.95 and 0.97.
 */
const HELD_SHARE_WEIGHT = 3;
/*
 * The lower bound for code with vectors is lower than that of the benchmark: of 171 questions that
 * share no words with their answer (fixtures/ranking/repositories) 23 lie below 6.2. Such questions
 * are "low", as are those about absent things that lie between the bounds.
 */
const NEAREST_WEIGHT = 7;
/**
 * Documentation pages have lower bounds: their names contain fewer words of a question and they
 * declare nothing, so a right page gets less evidence. Measured separately
 * (`bench/ranking/pages.mjs`, docs/ranking.md): 5 % of the even-numbered questions against their
 * own pages fell below the lower bound.
 */
const MATCH_BOUNDS = {
  code: {
    byWords: { matchMin: 7.2, matchSureMin: 8 },
    withVectors: { matchMin: 5.6, matchSureMin: 10.7 },
  },
  pages: {
    byWords: { matchMin: 6, matchSureMin: 8 },
    withVectors: { matchMin: 8.2, matchSureMin: 10.2 },
  },
} as const satisfies Record<Corpus, unknown>;

export function confidenceOf(trust: Trust, corpus: Corpus): Confidence {
  const { margin, evidence, heldShare, nearest, isNameMissing } = trust;
  const bounds = MATCH_BOUNDS[corpus];
  const { matchMin, matchSureMin } = nearest === undefined ? bounds.byWords : bounds.withVectors;
  const match = evidence + HELD_SHARE_WEIGHT * heldShare + NEAREST_WEIGHT * (nearest ?? 0);
  if (match < matchMin) return 'none';
  // This lowers the confidence of 3 of the 638 queries, and of 29 of the 86 foreign queries that
  // would otherwise be rated high (by words).
  if (match < matchSureMin || isNameMissing) return 'low';
  const row = MARGIN_TABLE.find(({ marginMin }) => margin >= marginMin);
  const share = row?.firstRight ?? 0;
  return share >= HIGH_MIN ? 'high' : share >= MEDIUM_MIN ? 'medium' : 'low';
}
