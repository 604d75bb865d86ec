/**
 * Measures the quality of a ranked list by the ranks of a question's targets.
 *
 * - recall@k = share of the targets among the first k
 * - RR = 1 / rank of the first target, 0 without one
 * - NDCG@k = Σ 1/log2(1 + rank) over ranks ≤ k that hold a target, divided by the same sum for an
 *   ideal list
 *
 * Source: Järvelin & Kekäläinen, TOIS 2002, with gains of 0 and 1. Two targets at one rank (two
 * spans in one range) count once in the sum and separately in the ideal.
 */
import type { Target } from './question.ts';

/** A location in an answer; lines are 1-based and inclusive. */
export interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Ranks {
  /**
   * For each target, the rank of the first matching place, from 1; undefined if it is not in the
   * list.
   */
  readonly ranks: readonly (number | undefined)[];
  /** The same ranks, matched by path alone. */
  readonly fileRanks: readonly (number | undefined)[];
}

export const NDCG_DEPTH = 10;

/**
 * Computes the ranks of the targets. A place matches a target with the same path; if the target has
 * lines, they must overlap.
 */
export function ranksOf(places: readonly Place[], targets: readonly Target[]): Ranks {
  const rankOf = (isMet: (place: Place) => boolean): number | undefined => {
    const position = places.findIndex(isMet);
    return position < 0 ? undefined : position + 1;
  };
  return {
    ranks: targets.map((target) => rankOf((place) => meets(place, target))),
    fileRanks: targets.map(({ path }) => rankOf((place) => place.path === path)),
  };
}

function meets(place: Place, { path, lines }: Target): boolean {
  if (place.path !== path) return false;
  if (lines === undefined) return true;
  return place.endLine >= lines.startLine && place.startLine <= lines.endLine;
}

export function recallAt(ranks: Ranks['ranks'], depth: number): number {
  return ranks.filter((rank) => rank !== undefined && rank <= depth).length / ranks.length;
}

export function reciprocalRank(ranks: Ranks['ranks']): number {
  const best = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  return 1 / best;
}

export function ndcg(ranks: Ranks['ranks']): number {
  const met = new Set(ranks.filter((rank) => rank !== undefined && rank <= NDCG_DEPTH));
  const ideal = Math.min(NDCG_DEPTH, ranks.length);
  let gain = 0;
  for (const rank of met) gain += discount(rank ?? 0);
  let best = 0;
  for (let rank = 1; rank <= ideal; rank++) best += discount(rank);
  return gain / best;
}

function discount(rank: number): number {
  return 1 / Math.log2(1 + rank);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Returns the value that `share` of the values do not exceed (nearest rank), or 0 without values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
