/** Hits of several projects as one ranked list. */
import type { SearchAnswer } from '../../query/search.ts';

/** What one project has to say to a question. */
interface Ranked<Hit> {
  /** Of what could be asked there. */
  readonly answer: Pick<SearchAnswer, 'scoreMax'>;
  /** Best first. */
  readonly hits: readonly Hit[];
}

/**
 * All hits, best first by their share of the best score there could be, which is the one scale that
 * projects share. Hits of one project keep their order; ties go to the project that comes first.
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
