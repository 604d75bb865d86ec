import type { PrepareOptions } from './index-run.ts';

/** Longest refresh, in ms, that is repeated for every question. */
const QUICK_MS = 250;

/**
 * Share of time that slower refreshes may take. For example, a project that takes two seconds to
 * list is listed again after 40. Files that changed in between are still flagged as stale when
 * shown.
 */
const COST_SHARE = 0.05;

/** Start and end of a disk scan. */
export interface Check {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** How a project keeps up with the disk, and its current state. */
export interface Freshness {
  /** `onDemand`: each question scans the disk. */
  readonly mode: 'watching' | 'polling' | 'onDemand';
  /** Reason for polling; empty when not polling. */
  readonly reason: string;
  /** Number of watched folders. */
  readonly folderCount: number;
  /** Number of paths known to have changed since the last scan began. */
  readonly pendingCount: number;
  /** Error of the last refresh; empty if it succeeded. */
  readonly problem: string;
}

export const ON_DEMAND: Freshness = {
  mode: 'onDemand',
  reason: '',
  folderCount: 0,
  pendingCount: 0,
  problem: '',
};

/** Whether a question asked at `requestedMs` needs another disk scan; see {@link PrepareOptions}. */
export function isRefreshDue(
  last: Check | undefined,
  requestedMs: number,
  refresh: PrepareOptions['refresh'],
): boolean {
  if (last === undefined) return true;
  // Questions that waited for the same scan share it.
  if (last.startedMs >= requestedMs) return false;
  if (refresh === 'always') return true;
  const costMs = last.endedMs - last.startedMs;
  return costMs <= QUICK_MS || requestedMs - last.startedMs >= costMs / COST_SHARE;
}
