/** Hits of several projects as one ranked list. */
import type { OpenIndex } from '../context.ts';
import type { Relevance } from '../session-log.ts';
import type { CheckedHit } from './check-hit.ts';
import type { FoundHits } from './find-hits.ts';

/** What one project has to say to a question. */
export interface Asked {
  readonly opened: OpenIndex;
  readonly found: FoundHits;
  readonly relevance: ReadonlyMap<string, Relevance>;
}

export interface MergedHit {
  readonly asked: Asked;
  readonly hit: CheckedHit;
}

/**
 * All hits, best first by their share of the best score there could be, which is the one scale that
 * projects share. Hits of one project keep their order; ties go to the project that comes first.
 */
export function mergeHits(all: readonly Asked[]): readonly MergedHit[] {
  const next = all.map(() => 0);
  const merged: MergedHit[] = [];
  for (;;) {
    let best = -1;
    let bestShare = Number.NEGATIVE_INFINITY;
    for (const [index, { found }] of all.entries()) {
      const hit = found.hits[next[index] ?? 0];
      const share = hit === undefined ? bestShare : hit.score / found.answer.scoreMax;
      if (hit === undefined || share <= bestShare) continue;
      best = index;
      bestShare = share;
    }
    const asked = all[best];
    const hit = asked?.found.hits[next[best] ?? 0];
    if (asked === undefined || hit === undefined) return merged;
    next[best] = (next[best] ?? 0) + 1;
    merged.push({ asked, hit });
  }
}
