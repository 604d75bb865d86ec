import { isBusy } from '../indexing/store-refusals.ts';

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
