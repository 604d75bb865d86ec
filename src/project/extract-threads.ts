/**
 * Extraction on several threads. Each takes a batch at a time; a thread that dies or does not come to
 * the end of a file is replaced, and that file is answered as skipped.
 */
import { at } from '../base/assert.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileRecord } from '../store/facts-file.ts';
import type { FileToExtract, NoRecord } from './extract-one.ts';
import { skippedEntry } from './manifest-entries.ts';
import { Stopwatch } from './stopwatch.ts';
import type { StartedThread, ThreadSupply } from './thread-supply.ts';

export interface ThreadRequest {
  readonly files: readonly FileToExtract[];
}

/** A record travels as the bytes in which it is stored; one made on this thread is there as well. */
export type FileAnswer =
  | NoRecord
  | {
      readonly kind: 'bytes';
      readonly entry: ManifestEntry;
      readonly bytes: Uint8Array;
      readonly record?: FileRecord;
    };

export interface BatchAnswer {
  /** Parallel to the files of the request. */
  readonly answers: readonly FileAnswer[];
}

export interface ThreadLimits {
  readonly threads: number;
  /** Longest time from one file to the next, in ms, as `Stopwatch` counts it. */
  readonly fileMsMax: number;
  /** Called now and then; throwing ends the run. */
  readonly check: () => void;
}

/** Takes each answer as it comes. Throwing ends the run. */
export type TakeAnswer = (path: RepoPath, answer: FileAnswer) => void;

/** A batch is read, parsed and sent at once: large enough for few messages, small enough to share out. */
const BATCH_BYTES = 128 * 1024;
/** How often threads are looked after, in ms. */
const WATCH_INTERVAL_MS = 500;

/** Files in batches of about equal bytes, in order. */
function batchesOf(files: readonly FileToExtract[]): FileToExtract[][] {
  const batches: FileToExtract[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (bytes >= BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    at(batches, batches.length - 1).push(file);
    bytes += file.entry.sizeBytes;
  }
  return batches;
}

/**
 * Extracts all files. When it returns or throws, no thread is left. Returns the files that were not
 * tried because threads cannot be started here.
 */
export async function extractInThreads(
  supply: ThreadSupply,
  files: readonly FileToExtract[],
  limits: ThreadLimits,
  take: TakeAnswer,
): Promise<readonly FileToExtract[]> {
  const crew = new Crew(supply, batchesOf(files), limits, take);
  return crew.run();
}

interface Thread {
  readonly own: StartedThread;
  batch: readonly FileToExtract[];
  /** Why it was ended by us. */
  verdict: string | undefined;
  seen: number;
  seenForMs: number;
}

class Crew {
  readonly #supply: ThreadSupply;
  readonly #limits: ThreadLimits;
  readonly #take: TakeAnswer;
  readonly #waiting: (readonly FileToExtract[])[];
  readonly #threads = new Set<Thread>();
  readonly #leaving: Promise<unknown>[] = [];
  readonly #stopwatch = new Stopwatch();
  #settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(
    supply: ThreadSupply,
    batches: readonly (readonly FileToExtract[])[],
    limits: ThreadLimits,
    take: TakeAnswer,
  ) {
    this.#supply = supply;
    this.#limits = limits;
    this.#take = take;
    // Taken from the end.
    this.#waiting = batches.toReversed();
  }

  async run(): Promise<readonly FileToExtract[]> {
    const watch = setInterval(
      () => this.#guarded(() => this.#lookAfterThreads()),
      WATCH_INTERVAL_MS,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
        const count = Math.min(this.#limits.threads, this.#waiting.length);
        for (let index = 0; index < count; index++) this.#startThread();
        if (count === 0) resolve();
      });
      return this.#waiting.toReversed().flat();
    } finally {
      clearInterval(watch);
      for (const thread of this.#threads) this.#dismiss(thread);
      await Promise.all(this.#leaving);
    }
  }

  #startThread(): void {
    const batch = this.#waiting.pop();
    if (batch === undefined) return;
    const own = this.#supply.take();
    const { worker } = own;
    const thread: Thread = { own, batch, verdict: undefined, seen: 0, seenForMs: 0 };
    this.#threads.add(thread);
    worker.on('message', (answer: BatchAnswer) => this.#guarded(() => this.#done(thread, answer)));
    worker.on('exit', () => this.#guarded(() => this.#ended(thread)));
    worker.postMessage({ files: batch } satisfies ThreadRequest);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#settle?.reject(error);
    }
  }

  #done(thread: Thread, { answers }: BatchAnswer): void {
    const { batch } = thread;
    for (const [index, { entry }] of batch.entries()) this.#take(entry.path, at(answers, index));
    const next = this.#waiting.pop();
    thread.batch = next ?? [];
    if (next !== undefined) {
      thread.own.worker.postMessage({ files: next } satisfies ThreadRequest);
      return;
    }
    this.#dismiss(thread);
    if (this.#threads.size === 0) this.#settle?.resolve();
  }

  /** Its end is awaited, so that no thread outlives the run. */
  #dismiss(thread: Thread): void {
    this.#threads.delete(thread);
    this.#leaving.push(thread.own.worker.terminate());
  }

  /** A thread that ended with work in hand: the file it had begun is skipped, the rest done anew. */
  #ended(thread: Thread): void {
    if (!this.#threads.delete(thread)) return;
    const { batch } = thread;
    const culprit = Atomics.load(thread.own.started, 0) - 1;
    const file = batch[culprit];
    if (file === undefined) {
      // It never came to a file, so no other would.
      this.#waiting.push(batch);
      if (this.#threads.size === 0) this.#settle?.resolve();
      return;
    }
    const { entry } = file;
    const reason = thread.verdict === undefined ? 'parseFailed' : 'parseBudget';
    const detail = (thread.verdict ?? thread.own.failure).slice(0, 200);
    this.#take(entry.path, {
      kind: 'skipped',
      entry: skippedEntry(entry, reason),
      skipped: { path: entry.path, reason, detail },
      isParsed: true,
    });
    const rest = batch.filter((_, index) => index !== culprit);
    if (rest.length > 0) this.#waiting.push(rest);
    this.#startThread();
    if (this.#threads.size === 0) this.#settle?.resolve();
  }

  #lookAfterThreads(): void {
    this.#limits.check();
    const passedMs = this.#stopwatch.lap(WATCH_INTERVAL_MS);
    for (const thread of this.#threads) {
      const now = Atomics.load(thread.own.started, 1);
      const isWaiting = Atomics.load(thread.own.started, 0) !== 0 && now === thread.seen;
      thread.seenForMs = isWaiting ? thread.seenForMs + passedMs : 0;
      thread.seen = now;
      if (thread.seenForMs < this.#limits.fileMsMax) continue;
      thread.verdict = `over ${this.#limits.fileMsMax} ms`;
      void thread.own.worker.terminate();
    }
  }
}
