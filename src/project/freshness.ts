/** Looking at the disk is done for every question while it takes no longer than this, in ms. */
const QUICK_MS = 250;

/**
 * A slower look may cost this share of the time: a project that takes two seconds to list is listed
 * again after 40. What changed in between is still flagged as stale when it is shown.
 */
const COST_SHARE = 0.05;

/** When a look at the disk began and ended. */
export interface Check {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Whether a question that came at `askedMs` needs another look at the disk. */
export function isRefreshDue(last: Check | undefined, askedMs: number): boolean {
  if (last === undefined) return true;
  // Questions that waited for one look share it.
  if (last.startedMs >= askedMs) return false;
  const costMs = last.endedMs - last.startedMs;
  return costMs <= QUICK_MS || askedMs - last.startedMs >= costMs / COST_SHARE;
}
