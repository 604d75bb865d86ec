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

/** How a project keeps up with the disk, and where that stands. */
export interface Freshness {
  /** `onDemand`: each question looks at the disk. */
  readonly mode: 'watching' | 'polling' | 'onDemand';
  /** Why it is polling; empty otherwise. */
  readonly reason: string;
  /** Folders that are watched. */
  readonly folderCount: number;
  /** Paths known to have changed since the last look began. */
  readonly pendingCount: number;
  /** What kept the last look from succeeding; empty when nothing did. */
  readonly problem: string;
}

export const ON_DEMAND: Freshness = {
  mode: 'onDemand',
  reason: '',
  folderCount: 0,
  pendingCount: 0,
  problem: '',
};

/** Whether a question that came at `askedMs` needs another look at the disk. */
export function isRefreshDue(last: Check | undefined, requestedMs: number): boolean {
  if (last === undefined) return true;
  // Questions that waited for one look share it.
  if (last.startedMs >= requestedMs) return false;
  const costMs = last.endedMs - last.startedMs;
  return costMs <= QUICK_MS || requestedMs - last.startedMs >= costMs / COST_SHARE;
}
