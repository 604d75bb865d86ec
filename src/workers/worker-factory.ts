/** Extraction threads, started before there is work for them where it is plain that there will be. */
import { Worker } from 'node:worker_threads';
import { GraphMemoryError } from '../base/errors.ts';
import type { ExtractSettings } from './extract-one.ts';
import { THREAD_BYTES_MIN, THREAD_HEAP_MB, THREAD_YOUNG_HEAP_MB } from './limits.ts';
import { threadEntry } from './worker-entry.ts';

export interface ThreadData {
  readonly settings: ExtractSettings;
  /** Two integers: how many files of the batch in hand were begun, 0 between batches; and of all. */
  readonly started: SharedArrayBuffer;
}

export interface StartedThread {
  readonly worker: Worker;
  /** {@link ThreadData.started} */
  readonly started: Int32Array;
  /** What listens to its end while it waits for work. */
  readonly forget: () => void;
  /** Why it ended, if it did by itself. */
  failure: string;
  /** It ended for what no other file would fare better with. */
  broken: GraphMemoryError | undefined;
}

export interface ThreadOptions {
  /** Below 2 there are none: one more thread than none only moves the work. */
  readonly threadsMax: number;
  /** Trees and texts lie outside of this. */
  readonly heapMbMax?: number;
  /** Questions are answered meanwhile, so that nothing may keep this thread for long. */
  readonly isServing?: boolean;
  /** What a thread runs, if not extract-worker.ts as it is built for all. */
  readonly entry?: URL | undefined;
}

/** The threads of one run. */
export class ThreadSupply {
  readonly settings: ExtractSettings;
  readonly #options: ThreadOptions;
  #ready: readonly StartedThread[] = [];
  #foundBytes = 0;
  /** Of those that wait for work, or did. */
  #startedCount = 0;

  constructor(settings: ExtractSettings, options: ThreadOptions) {
    this.settings = settings;
    this.#options = options;
  }

  /** How many are worth their start for so many bytes of source. */
  countFor(bytes: number): number {
    const count = Math.min(this.#options.threadsMax, Math.floor(bytes / THREAD_BYTES_MIN));
    return count < 2 ? 0 : count;
  }

  /** Whether a file that takes long is to be extracted on a thread, however few others there are. */
  get usesWorkerWhenSlow(): boolean {
    return this.#options.isServing === true && this.#options.threadsMax > 1;
  }

  /** So many more bytes are there to be extracted: threads that are worth it load meanwhile. */
  prepareFor(bytes: number): void {
    this.#foundBytes += bytes;
    const count = this.countFor(this.#foundBytes);
    for (; this.#startedCount < count; this.#startedCount++) {
      this.giveBack(this.#start());
    }
  }

  /** One that has been started, or is. */
  take(): StartedThread {
    const [ready] = this.#ready;
    if (ready === undefined) return this.#start();
    this.#forget(ready);
    return ready;
  }

  /** One that has done its work waits for more. */
  giveBack(thread: StartedThread): void {
    this.#ready = [...this.#ready, thread];
    thread.worker.once('exit', thread.forget);
  }

  /** Ends those that wait for work, but for so many. */
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
      // What a parser prints is not for the user, and in a server standard output is not ours.
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

/** The error as a thread threw it: it arrives with its properties and without its class. */
function brokenIn(error: Error): GraphMemoryError | undefined {
  const { code, hint, message } = error as Partial<GraphMemoryError> & Error;
  if (code !== 'GM_INSTALLATION') return undefined;
  return new GraphMemoryError(code, message, { hint: hint ?? '' });
}
