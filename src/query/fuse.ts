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

/** Contribution of each signal to the score of every file. */
export type Contributions = Readonly<Record<SignalName, Float64Array>>;

export function contributionsOf(
  evidence: Evidence,
  fusion: Fusion,
  weights: SignalWeights = {},
): Contributions {
  const rows = SIGNAL_NAMES.map((signal) => {
    const values = evidence.values[signal];
    const weight = (weights[signal] ?? SIGNALS[signal].weight) * shareOfWeight(signal, evidence);
    if (fusion === 'sum') return [signal, scaled(values, weight)];
    if (weight < 0) return [signal, scaled(values, weight / (RRF_K + 1))];
    return [signal, reciprocalRanks(values, evidence.candidates, weight)];
  });
  return Object.fromEntries(rows) as Contributions;
}

/**
 * Returns the share of a signal's weight that applies. Vectors count only for the part of the query
 * that words leave uncovered: see docs/ranking.md.
 */
export function shareOfWeight(signal: SignalName, { unheldShare }: Evidence): number {
  return signal === 'meaning' ? unheldShare : 1;
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
    const added = contributions[signal];
    for (const file of candidates) scores[file] = (scores[file] ?? 0) + (added[file] ?? 0);
  }
  return scores;
}

function scaled(values: Float64Array, factor: number): Float64Array {
  const products = new Float64Array(values.length);
  for (let file = 0; file < values.length; file++) products[file] = factor * (values[file] ?? 0);
  return products;
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
