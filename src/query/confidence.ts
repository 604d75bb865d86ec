/**
 * How far the first file may be trusted. Two questions: is it better than the second, and is it about
 * the query at all? A search always has a first file, also for what the project does not do.
 */

import type { Corpus } from './weights.ts';

/** Best first. */
export const CONFIDENCES = ['high', 'medium', 'low', 'none'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Of an answer that several projects have given: that of the one which is surest. */
export function bestConfidence(all: readonly Confidence[]): Confidence {
  return CONFIDENCES.find((one) => all.includes(one)) ?? 'none';
}

export interface Trust {
  /** Score of the first file over the second, in log-odds. */
  readonly margin: number;
  /** What speaks for the first file, in log-odds: its score without penalties. */
  readonly evidence: number;
  /** Share of the query, by rarity, whose words occur in the first file or its path. */
  readonly heldShare: number;
  /** Cosine of the chunk nearest to the question, by vectors whose cosines were measured; 0 for none near. */
  readonly nearest: number | undefined;
  /** A name is asked for that is nowhere in the project, or that nothing of the first file bears. */
  readonly isNameMissing: boolean;
}

/**
 * Share of 638 development queries, by margin, whose first file was right (semble benchmark, in-sample;
 * 211, 221, 63, 68 and 75 queries). `bench/ranking/calibrate.mjs` measures it.
 */
export const MARGIN_TABLE: readonly { readonly marginMin: number; readonly firstRight: number }[] =
  [
    { marginMin: 3.5, firstRight: 0.97 },
    { marginMin: 1.5, firstRight: 0.93 },
    { marginMin: 1, firstRight: 0.7 },
    { marginMin: 0.5, firstRight: 0.57 },
    { marginMin: Number.NEGATIVE_INFINITY, firstRight: 0.55 },
  ];

/** Bounds on how often the first file is right: four times in five, three times in five. */
const HIGH_MIN = 0.8;
const MEDIUM_MIN = 0.6;

/**
 * Match = evidence + 3 × heldShare (+ 7 × nearest) tells a project's own questions from other projects'.
 * Measured with the same 638 queries, each against its own repository, and 640 against repositories of
 * another language; below the two bounds are 2 % and 6 % of the own, and of the foreign 64 % and 78 %
 * by words, 81 % and 87 % with vectors. The area under the curve is 0.95 and 0.97.
 */
const HELD_SHARE_WEIGHT = 3;
const NEAREST_WEIGHT = 7;
/**
 * Pages say less of a question in their names and declare nothing, so that less speaks for a right one.
 * Measured apart (`bench/ranking/pages.mjs`, docs/ranking.md): below the lower bound were 5 % of the
 * questions with even numbers that were put to their own pages.
 */
const MATCH_BOUNDS = {
  code: {
    byWords: { matchMin: 7.5, matchSureMin: 8.5 },
    withVectors: { matchMin: 10.6, matchSureMin: 11.3 },
  },
  pages: {
    byWords: { matchMin: 6.1, matchSureMin: 8.5 },
    withVectors: { matchMin: 8.4, matchSureMin: 10.6 },
  },
} as const satisfies Record<Corpus, unknown>;

export function confidenceOf(trust: Trust, corpus: Corpus): Confidence {
  const { margin, evidence, heldShare, nearest, isNameMissing } = trust;
  const bounds = MATCH_BOUNDS[corpus];
  const { matchMin, matchSureMin } = nearest === undefined ? bounds.byWords : bounds.withVectors;
  const match = evidence + HELD_SHARE_WEIGHT * heldShare + NEAREST_WEIGHT * (nearest ?? 0);
  if (match < matchMin) return 'none';
  // Of the 638 queries this holds back 3; of the foreign ones that were answered with high, 29 of 86 (by words).
  if (match < matchSureMin || isNameMissing) return 'low';
  const row = MARGIN_TABLE.find(({ marginMin }) => margin >= marginMin);
  const share = row?.firstRight ?? 0;
  return share >= HIGH_MIN ? 'high' : share >= MEDIUM_MIN ? 'medium' : 'low';
}
