import { ParseInterrupted } from '../parse/parse.ts';
import { WORKER_BYTES_MIN, WORKER_MS_MIN } from './limits.ts';

/**
 * What comes of a file where that does not keep this thread for long; undefined for a large file, or
 * when its parsing is late. `now` is in ms.
 */
export async function parseWithDeadline<Result>(
  now: () => number,
  sizeBytes: number,
  extract: (isLate: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  if (sizeBytes >= WORKER_BYTES_MIN) return undefined;
  const endMs = now() + WORKER_MS_MIN;
  try {
    return await extract(() => now() > endMs);
  } catch (error) {
    if (!(error instanceof ParseInterrupted)) throw error;
    return undefined;
  }
}
