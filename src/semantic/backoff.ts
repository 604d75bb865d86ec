/** Delays retries after failures; each delay is longer than the last. */
const FIRST_MS = 5_000;
const LAST_MS = 600_000;

export class Backoff {
  readonly #now: () => number;
  #waitMs = 0;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isDue(): boolean {
    return this.#now() >= this.#dueMs;
  }

  failed(): void {
    this.#waitMs = Math.min(LAST_MS, Math.max(FIRST_MS, 2 * this.#waitMs));
    this.#dueMs = this.#now() + this.#waitMs;
  }

  succeeded(): void {
    this.#waitMs = 0;
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }
}
