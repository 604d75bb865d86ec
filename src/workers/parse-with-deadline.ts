import { ParseInterrupted } from '../parse/parse.ts';
import { WORKER_BYTES_MIN, WORKER_MS_MIN } from './limits.ts';

/**
 * Runs an extraction unless it would block this thread for long. Returns undefined for a large
 * file, or when parsing exceeds the deadline. `now` returns ms.
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
