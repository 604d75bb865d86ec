import { isBusy } from '../indexing/store-refusals.ts';

/** Number of tries; enough to outlast another process's update of a few files. */
export const REFRESH_TRIES = 3;
/**
 * Number of tries; about a minute, enough to outlast another process's first index of a large
 * project.
 */
export const FIRST_TRIES = 64;
/** Waits up to 30 seconds, long enough for another process to finish its save before it ends. */
export const INDEX_TRIES = 32;

/** Pause in ms before retrying while another process is writing. */
const BUSY_PAUSE_MS = 150;
/** Pauses grow up to this multiple of the first. */
const BUSY_PAUSES_MAX = 7;

interface RetryOptions {
  readonly triesMax: number;
  /** Waits for a time in ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** Prevents further tries. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, before the first pause. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * Repeats work while another process is writing.
 * @throws {GraphMemoryError} GM_BUSY after the last try; any other error of the work.
 */
export async function retryWhileBusy<Result>(
  work: () => Promise<Result>,
  { triesMax, pause, signal, onWait }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || tries >= triesMax || signal?.aborted === true) throw error;
      if (tries === 1) onWait?.();
      await pause(BUSY_PAUSE_MS * Math.min(tries, BUSY_PAUSES_MAX));
    }
  }
}
