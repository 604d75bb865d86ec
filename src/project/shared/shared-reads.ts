import { isGraphMemoryError } from '../../base/errors.ts';
import { openBlob, type SharedBlobs } from '../../store/shared-blobs.ts';
import { SYSTEM_TIMERS, waitUntilDeadline } from '../watch-timers.ts';

/** Blobs of one read. */
const KEYS_MAX = 500;
/** Time in ms that one run waits for shared facts; the rest is parsed. */
const WAIT_MS_MAX = 20_000;
/** Time in ms until a place that failed is asked again. */
const RETRY_MS = 60_000;

/** Returns the undamaged blobs of some keys, asking for `atOnce` of them at a time. */
export type ReadBlobs = (
  keys: readonly string[],
  atOnce?: number,
) => Promise<ReadonlyMap<string, Uint8Array>>;

/** Reads that are bounded in time, and that cost a note when they fail. */
export class SharedReads {
  readonly #blobs: SharedBlobs;
  readonly #now: () => number;
  #retryMs = Number.NEGATIVE_INFINITY;

  constructor(blobs: SharedBlobs, now: () => number) {
    this.#blobs = blobs;
    this.#now = now;
  }

  /** Runs work that reads blobs. Undefined if they cannot be read; `notice` receives the reason. */
  async run<Result>(
    work: (read: ReadBlobs) => Promise<Result>,
    notice: (line: string) => void,
  ): Promise<Result | undefined> {
    if (this.#now() < this.#retryMs) return undefined;
    const endMs = this.#now() + WAIT_MS_MAX;
    try {
      return await work((keys, atOnce = KEYS_MAX) => this.#read(keys, atOnce, endMs));
    } catch (error) {
      const isExpected = isGraphMemoryError(error) || error instanceof TooSlow;
      if (!isExpected) throw error;
      this.#retryMs = this.#now() + RETRY_MS;
      notice(`shared facts are not used: ${error.message}`);
      return undefined;
    }
  }

  async #read(
    keys: readonly string[],
    atOnce: number,
    endMs: number,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (let start = 0; start < keys.length; start += atOnce) {
      const reading = this.#blobs.read(keys.slice(start, start + atOnce));
      if (!(await waitUntilDeadline(reading, endMs - this.#now(), SYSTEM_TIMERS))) {
        // Nobody waits for its failure.
        reading.catch(() => undefined);
        throw new TooSlow(`${this.#blobs.location} takes too long to answer`);
      }
      for (const [key, blob] of await reading) {
        const payload = openBlob(key, blob);
        if (payload !== undefined) found.set(key, payload);
      }
    }
    return found;
  }
}

class TooSlow extends Error {}
