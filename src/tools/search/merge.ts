/** Merges the hits of several projects into one ranked list. */
import type { SearchAnswer } from '../../query/search.ts';

/** The hits of one project. */
interface Ranked<Hit> {
  /** The best possible score in that project. */
  readonly answer: Pick<SearchAnswer, 'scoreMax'>;
  /** Best first. */
  readonly hits: readonly Hit[];
}

/**
 * Returns all hits, best first, by their share of the best possible score, which is the only scale
 * that projects share. Hits of one project keep their order; in a tie, the project listed first
 * comes first.
 */
export function mergeHits<Hit extends { readonly score: number }, Own extends Ranked<Hit>>(
  all: readonly (Own & Ranked<Hit>)[],
): readonly { readonly origin: Own; readonly hit: Hit }[] {
  const next = all.map(() => 0);
  const merged: { origin: Own; hit: Hit }[] = [];
  for (;;) {
    let best = -1;
    let bestShare = Number.NEGATIVE_INFINITY;
    for (const [index, { answer, hits }] of all.entries()) {
      const hit = hits[next[index] ?? 0];
      const share = hit === undefined ? bestShare : hit.score / answer.scoreMax;
      if (hit === undefined || share <= bestShare) continue;
      best = index;
      bestShare = share;
    }
    const origin = all[best];
    const hit = origin?.hits[next[best] ?? 0];
    if (origin === undefined || hit === undefined) return merged;
    next[best] = (next[best] ?? 0) + 1;
    merged.push({ origin, hit });
  }
}
