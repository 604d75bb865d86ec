/**
 * Signals → one score per file. Two ways, with the same weights:
 *
 * - `sum`: Σ weight × evidence. The default: magnitudes decide, which is what makes a definition or a
 *   file name of the query's words outweigh many weak sightings.
 * - `rrf`: Σ weight / (K + rank), ranks from 1 among the files that have the signal, equal evidence
 *   sharing the better rank; a penalty costs weight × evidence / (K + 1), what a first place gives.
 *   Source: Cormack, Clarke & Büttcher, SIGIR 2009; K = 60 is theirs. Measured 0.047 NDCG@10 below
 *   `sum` (docs/decisions/023); kept for comparison.
 */
import type { Evidence } from './evidence/evidence.ts';
import { RRF_K, SIGNAL_NAMES, SIGNALS, type SignalName, type SignalWeights } from './weights.ts';

export type Fusion = 'sum' | 'rrf';

/**
 * Contribution of a signal to the score of every file: a factor times a value. The products are not
 * stored, because few files are looked at.
 */
interface Contribution {
  readonly values: Float64Array;
  readonly factor: number;
}

export type Contributions = Readonly<Record<SignalName, Contribution>>;

/** Returns the contribution to the score of one file. */
export function contributionTo({ values, factor }: Contribution, file: number): number {
  return factor * (values[file] ?? 0);
}

export function contributionsOf(
  evidence: Evidence,
  fusion: Fusion,
  weights: SignalWeights = {},
): Contributions {
  const rows = SIGNAL_NAMES.map((signal) => {
    const values = evidence.values[signal];
    const weight = (weights[signal] ?? SIGNALS[signal].weight) * shareOfWeight(signal, evidence);
    if (fusion === 'sum') return [signal, { values, factor: weight }];
    if (weight < 0) return [signal, { values, factor: weight / (RRF_K + 1) }];
    const ranks = reciprocalRanks(values, evidence.candidates, weight);
    return [signal, { values: ranks, factor: 1 }];
  });
  return Object.fromEntries(rows) as Contributions;
}

/** Share of its weight that history has if the code covers the whole query. */
const COMMITS_SHARE_MIN = 0.3;

/**
 * Returns the share of a signal's weight that applies. Vectors count only for the part of the query
 * that words leave uncovered, and messages of commits count most for it: see docs/ranking.md.
 */
export function shareOfWeight(signal: SignalName, { unheldShare }: Evidence): number {
  if (signal === 'commits') return Math.min(1, COMMITS_SHARE_MIN + unheldShare);
  return signal === 'meaning' || signal === 'fileMeaning' ? unheldShare : 1;
}

/**
 * Returns the score of each candidate. Signals are added in table order, so sums are reproducible.
 */
export function scoresOf(
  contributions: Contributions,
  candidates: readonly number[],
  fileCount: number,
): Float64Array {
  const scores = new Float64Array(fileCount);
  for (const signal of SIGNAL_NAMES) {
    const { values, factor } = contributions[signal];
    for (const file of candidates)
      scores[file] = (scores[file] ?? 0) + factor * (values[file] ?? 0);
  }
  return scores;
}

/**
 * Returns reciprocal ranks. Ranks start at 1 among the candidates that have the signal; ties share
 * the better rank.
 */
function reciprocalRanks(
  values: Float64Array,
  candidates: readonly number[],
  weight: number,
): Float64Array {
  const having = candidates.filter((file) => (values[file] ?? 0) > 0);
  having.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  const added = new Float64Array(values.length);
  let rank = 0;
  let previous = Number.NaN;
  for (const [position, file] of having.entries()) {
    const value = values[file] ?? 0;
    if (value !== previous) rank = position + 1;
    previous = value;
    added[file] = weight / (RRF_K + rank);
  }
  return added;
}
