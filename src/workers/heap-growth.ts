import { setFlagsFromString } from 'node:v8';

/**
 * Of what is alive, in percent; V8 allows up to three times as much again. Threads that extract files
 * fill their heaps again and again with what is garbage soon; the peak comes later, when the facts of
 * all files are resolved.
 */
const GROWTH_PERCENT = 60;
const GROWTH_AT_PEAK_PERCENT = 30;
/** V8 decides. */
const GROWTH_FREE = 0;

/** Of several projects, two may be made at a time. */
let underWay = 0;

/**
 * Has garbage looked for more often while something large is made: a sixth less memory at peak, for CPU
 * that cannot be told from noise (docs/decisions/020). What goes on for long has its old ways back after
 * that, since an edit of a served project would take a third more. The flag is the process's, and V8
 * reads it each time that it has collected.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay++ === 0) setGrowth(GROWTH_PERCENT);
  try {
    return await work();
  } finally {
    if (--underWay === 0) setGrowth(GROWTH_FREE);
  }
}

/** For the rest of what is under way: what takes the most memory comes now. */
export function limitHeapGrowth(): void {
  if (underWay > 0) setGrowth(GROWTH_AT_PEAK_PERCENT);
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
