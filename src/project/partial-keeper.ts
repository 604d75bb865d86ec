import type { IndexWriter } from '../indexing/index-store.ts';
import type { RepoPath } from '../model/path.ts';
import type { FactsChange } from '../store/facts-file.ts';

/** A killed first index loses at most what it has found in this time. */
const INTERVAL_MS = 10_000;

/** Saves what a first index has found, from time to time. */
export class PartialKeeper {
  readonly #writer: IndexWriter;
  readonly #now: () => number;
  #waiting = new Map<RepoPath, FactsChange>();
  #savedMs: number;
  #saving: Promise<void> = Promise.resolve();

  constructor(writer: IndexWriter, now: () => number) {
    this.#writer = writer;
    this.#now = now;
    this.#savedMs = now();
  }

  add(path: RepoPath, record: FactsChange): void {
    this.#waiting.set(path, record);
    if (this.#now() - this.#savedMs < INTERVAL_MS) return;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#savedMs = this.#now();
    // A refusal of the disk is reported when the whole index is saved.
    this.#saving = this.#saving.then(() => this.#writer.addPartial(waiting)).catch(() => undefined);
  }

  /** Resolves when nothing is being written. */
  ended(): Promise<void> {
    return this.#saving;
  }
}
