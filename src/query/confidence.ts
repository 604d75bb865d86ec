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
  /** Share of the query, weighted by rarity, that one place in the first file contains. */
  readonly coverage: number;
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
 * A first file is surely right if it leads clearly and one place in it holds most of what the
 * question says. A lead alone is no proof: of several files about a topic, a report may name any.
 * `bench/ranking/calibrate.mjs` measures the bounds.
 */
const HIGH = { marginMin: 3, coverageMin: 0.5 } as const;
const MEDIUM_MARGIN_MIN = 0.5;
/**
 * A file that lacks most of the question may lead only because it is named like the rest of it: an
 * `executor` is no answer to "Docker container executor". Every share that is missing of this part
 * lowers the match in code. Of the medium levels of 322 benchmark questions and 80 natural ones about
 * other repositories it takes 6 (5 right), of those of 209 absent things 8 of 10.
 */
const HELD_SHARE_WANTED = 0.43;
const LACKING_SHARE_WEIGHT = 10;

/**
 * Match = evidence + 3 × heldShare (+ 7 × nearest) separates questions about the project from
 * questions about other projects. Measured with vectors: below the two bounds for code lie 14 and
 * 145 of 171 paraphrases, and 48 and 157 of 162 absent things.
 * The lower bound leaves a margin to one paraphrase in ten.
 */
const HELD_SHARE_WEIGHT = 3;
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
    withVectors: { matchMin: 5.2, matchSureMin: 10.7 },
  },
  pages: {
    byWords: { matchMin: 6, matchSureMin: 8 },
    withVectors: { matchMin: 8.2, matchSureMin: 10.2 },
  },
} as const satisfies Record<Corpus, unknown>;

/** How much the first file is about the query; what is compared with the bounds above. */
export function matchOf({ evidence, heldShare, nearest }: Trust): number {
  return evidence + HELD_SHARE_WEIGHT * heldShare + NEAREST_WEIGHT * (nearest ?? 0);
}

export function confidenceOf(trust: Trust, corpus: Corpus): Confidence {
  const { margin, coverage, heldShare, nearest, isNameMissing } = trust;
  const bounds = MATCH_BOUNDS[corpus];
  const { matchMin, matchSureMin } = nearest === undefined ? bounds.byWords : bounds.withVectors;
  const match = matchOf(trust);
  if (match < matchMin) return 'none';
  // This lowers the confidence of 3 of the 638 queries, and of 29 of the 86 foreign queries that
  // would otherwise be rated high (by words).
  const lacking = corpus === 'code' ? Math.max(0, HELD_SHARE_WANTED - heldShare) : 0;
  if (match - LACKING_SHARE_WEIGHT * lacking < matchSureMin || isNameMissing) return 'low';
  if (margin >= HIGH.marginMin && coverage >= HIGH.coverageMin) return 'high';
  return margin >= MEDIUM_MARGIN_MIN ? 'medium' : 'low';
}
