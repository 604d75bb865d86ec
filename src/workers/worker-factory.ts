/**
 * Manages extraction threads. They are started ahead of the work once it is clear that they will be
 * needed.
 */
import { Worker } from 'node:worker_threads';
import { GraphMemoryError } from '../base/errors.ts';
import type { ExtractSettings } from './extract-one.ts';
import { THREAD_BYTES_MIN, THREAD_HEAP_MB, THREAD_YOUNG_HEAP_MB } from './limits.ts';
import { threadEntry } from './worker-entry.ts';

export interface ThreadData {
  readonly settings: ExtractSettings;
  /**
   * Two integers: the number of files started in the current batch (0 between batches), and the
   * number started in total.
   */
  readonly started: SharedArrayBuffer;
}

export interface StartedThread {
  readonly worker: Worker;
  /** View of {@link ThreadData.started}. */
  readonly started: Int32Array;
  /** Exit listener that is attached while the thread waits for work. */
  readonly forget: () => void;
  /** Reason why the thread ended by itself. */
  failure: string;
  /** Set when the thread ended with an error that would affect every other file too. */
  broken: GraphMemoryError | undefined;
}

export interface ThreadOptions {
  /**
   * Maximum number of threads. Below 2 none are used, because a single thread would only move the
   * work.
   */
  readonly threadsMax: number;
  /** Heap limit of a thread, in MB. Syntax trees and texts are stored outside of this heap. */
  readonly heapMbMax?: number;
  /**
   * Whether questions are answered in the meantime, so that nothing may block this thread for long.
   */
  readonly isServing?: boolean;
  /** Entry file of a thread, if not the built extract-worker.ts. */
  readonly entry?: URL | undefined;
}

/** The worker threads of one run. */
export class WorkerFactory {
  readonly settings: ExtractSettings;
  readonly #options: ThreadOptions;
  #ready: readonly StartedThread[] = [];
  #foundBytes = 0;
  /** Number of threads started ahead of the work, including those now in use. */
  #startedCount = 0;

  constructor(settings: ExtractSettings, options: ThreadOptions) {
    this.settings = settings;
    this.#options = options;
  }

  /** Returns how many threads are worth starting for a number of source bytes. */
  countFor(bytes: number): number {
    const count = Math.min(this.#options.threadsMax, Math.floor(bytes / THREAD_BYTES_MIN));
    return count < 2 ? 0 : count;
  }

  /** Whether a slow file is extracted on a thread even if no other threads are worth starting. */
  get usesWorkerWhenSlow(): boolean {
    return this.#options.isServing === true && this.#options.threadsMax > 1;
  }

  /**
   * Adds to the bytes to extract, and starts the threads that are now worth it, so that they load
   * ahead of the work.
   */
  prepareFor(bytes: number): void {
    this.#foundBytes += bytes;
    const count = this.countFor(this.#foundBytes);
    for (; this.#startedCount < count; this.#startedCount++) {
      this.giveBack(this.#start());
    }
  }

  /** Returns a waiting thread, or starts one. */
  take(): StartedThread {
    const [ready] = this.#ready;
    if (ready === undefined) return this.#start();
    this.#forget(ready);
    return ready;
  }

  /** Returns an idle thread to the factory. */
  giveBack(thread: StartedThread): void {
    this.#ready = [...this.#ready, thread];
    thread.worker.once('exit', thread.forget);
  }

  /** Terminates the waiting threads, except for `keptCount` of them. */
  async dismiss(keptCount = 0): Promise<void> {
    await Promise.all(this.#ready.slice(keptCount).map(({ worker }) => worker.terminate()));
  }

  #forget(thread: StartedThread): void {
    thread.worker.off('exit', thread.forget);
    this.#ready = this.#ready.filter((other) => other !== thread);
  }

  #start(): StartedThread {
    const { entry = threadEntry('workers/extract-worker'), heapMbMax = THREAD_HEAP_MB } =
      this.#options;
    const started = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const worker = new Worker(entry, {
      workerData: { settings: this.settings, started } satisfies ThreadData,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMbMax,
        maxYoungGenerationSizeMb: THREAD_YOUNG_HEAP_MB,
      },
      // Parser output is not meant for the user, and in a server standard output is reserved for
      // the protocol.
      stdout: true,
      stderr: true,
    });
    const thread: StartedThread = {
      worker,
      started: new Int32Array(started),
      forget: () => this.#forget(thread),
      failure: 'its thread ended',
      broken: undefined,
    };
    worker.on('error', (error) => {
      thread.failure = error.message;
      thread.broken = brokenIn(error);
    });
    return thread;
  }
}

/** Rebuilds an error thrown in a thread: its properties arrive, but not its class. */
function brokenIn(error: Error): GraphMemoryError | undefined {
  const { code, hint, message } = error as Partial<GraphMemoryError> & Error;
  if (code !== 'GM_INSTALLATION') return undefined;
  return new GraphMemoryError(code, message, { hint: hint ?? '' });
}
