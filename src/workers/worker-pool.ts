/**
 * Distributes work over several threads, one batch at a time. A thread that dies or exceeds its
 * time limit is replaced, and the item it was processing is reported as lost.
 */
import { at } from '../base/assert.ts';
import { Stopwatch } from './stopwatch.ts';
import type { StartedThread, WorkerFactory } from './worker-factory.ts';
import type { BatchAnswer, ThreadRequest } from './worker-messages.ts';

export interface ThreadLimits {
  readonly threads: number;
  /**
   * Batches assigned to a thread at a time. More than one is useful when the distributing thread is
   * busy, too.
   */
  readonly batchesAtOnce: number;
  /** Longest time between two items, in ms, as measured by `Stopwatch`. */
  readonly itemMsMax: number;
  /** Called regularly; if it throws, the run ends. */
  readonly check: () => void;
}

/**
 * Lets the distributing thread take part once it has nothing else to do. It helps only if much work
 * is left, because its own code is not warmed up and would delay the end.
 */
interface Help<Item, Answer> {
  /** Resolves when helping may start. Never rejects. */
  readonly from: Promise<void>;
  readonly answer: (item: Item) => Answer;
  /** Called after each item, so that idle threads can get their next batch. */
  readonly yieldIfDue: () => Promise<void>;
}

/** The work, item by item. If one of these functions throws, the run ends. */
export interface ThreadWork<Item, Answer> {
  readonly bytesOf: (item: Item) => number;
  readonly request: (batch: readonly Item[]) => ThreadRequest;
  /** Receives each answer as it arrives. */
  readonly take: (item: Item, answer: Answer) => void;
  /** Called for an item on which a thread crashed or exceeded its time limit. */
  readonly lose: (item: Item, reason: 'parseFailed' | 'parseBudget', detail: string) => void;
  readonly help?: Help<Item, Answer>;
}

/**
 * Bytes per batch. A batch is answered in one message: large enough for few messages, small enough
 * to distribute evenly.
 */
const BATCH_BYTES = 128 * 1024;
/** Fewest waiting batches worth helping with; a thread takes about a third of a second for them. */
const HELPED_BATCHES_MIN = 8;
/** Interval of the thread checks, in ms. */
const WATCH_INTERVAL_MS = 500;

/** Splits items into batches of about equal bytes, keeping their order. */
function batchesOf<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (bytes >= BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    at(batches, batches.length - 1).push(item);
    bytes += bytesOf(item);
  }
  return batches;
}

/**
 * Runs all work. On success, the threads are back in the factory; if it throws, all threads it used
 * have been terminated. Returns the items that were not tried because threads cannot be started
 * here.
 */
export async function runInWorkers<Item, Answer>(
  factory: WorkerFactory,
  items: readonly Item[],
  work: ThreadWork<Item, Answer>,
  limits: ThreadLimits,
): Promise<readonly Item[]> {
  const pool = new WorkerPool(factory, batchesOf(items, work.bytesOf), work, limits);
  return pool.run();
}

/**
 * Calls a function after a promise, unless the returned function is called before. The promise may be
 * pending long after the work has ended, and must not keep its results in memory.
 */
function callAfter(promise: Promise<void>, work: () => void): () => void {
  let waiting: (() => void) | undefined = work;
  void promise.then(() => waiting?.());
  return () => {
    waiting = undefined;
  };
}

interface Thread<Item> {
  readonly own: StartedThread;
  /** Unanswered batches; the first one is being processed. */
  batches: readonly (readonly Item[])[];
  /** Reason why the pool terminated the thread. */
  verdict: string | undefined;
  seen: number;
  seenForMs: number;
  /** Removes the pool's listeners from the thread. */
  release: () => void;
}

class WorkerPool<Item, Answer> {
  readonly #factory: WorkerFactory;
  readonly #work: ThreadWork<Item, Answer>;
  readonly #limits: ThreadLimits;
  readonly #waiting: (readonly Item[])[];
  readonly #threads = new Set<Thread<Item>>();
  readonly #stopwatch = new Stopwatch();
  #helping: Promise<void> = Promise.resolve();
  #isOver = false;
  #settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(
    factory: WorkerFactory,
    batches: readonly (readonly Item[])[],
    work: ThreadWork<Item, Answer>,
    limits: ThreadLimits,
  ) {
    this.#factory = factory;
    this.#work = work;
    this.#limits = limits;
    // Reversed, because batches are taken from the end.
    this.#waiting = batches.toReversed();
  }

  async run(): Promise<readonly Item[]> {
    const watch = setInterval(
      () => this.#guarded(() => this.#lookAfterThreads()),
      WATCH_INTERVAL_MS,
    );
    let stopWaiting = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
        const count = Math.min(this.#limits.threads, this.#waiting.length);
        for (let index = 0; index < count; index++) this.#startThread();
        if (count === 0) resolve();
        const { help } = this.#work;
        if (help !== undefined)
          stopWaiting = callAfter(help.from, () => {
            this.#helping = this.#help();
            this.#helping.catch(reject);
          });
      });
      await this.#helping;
      return this.#waiting.toReversed().flat();
    } finally {
      this.#isOver = true;
      stopWaiting();
      clearInterval(watch);
      // Any threads left have work whose result is no longer needed.
      const ended = Array.from(this.#threads, (thread) => this.#end(thread));
      await Promise.allSettled([this.#helping, ...ended]);
    }
  }

  /**
   * Processes batches on this thread. Large items are left to worker threads, which can be
   * terminated.
   */
  async #help(): Promise<void> {
    const { help, bytesOf, take } = this.#work;
    if (this.#waiting.length < HELPED_BATCHES_MIN) return;
    while (help !== undefined && !this.#isOver) {
      const batch = this.#waiting.pop();
      if (batch === undefined) return;
      if (batch.reduce((sum, item) => sum + bytesOf(item), 0) > 2 * BATCH_BYTES) {
        this.#waiting.push(batch);
        return;
      }
      for (const item of batch) {
        this.#limits.check();
        take(item, help.answer(item));
        await help.yieldIfDue();
      }
    }
  }

  #startThread(): void {
    if (this.#waiting.length === 0) return;
    const own = this.#factory.take();
    const { worker } = own;
    const answered = (answer: BatchAnswer<Answer>) =>
      this.#guarded(() => this.#done(thread, answer));
    const ended = () => this.#guarded(() => this.#ended(thread));
    const release = () => worker.off('message', answered).off('exit', ended);
    const thread = { own, batches: [], verdict: undefined, seen: 0, seenForMs: 0, release };
    this.#threads.add(thread);
    worker.on('message', answered).on('exit', ended);
    this.#send(thread);
  }

  /** Sends batches to a thread up to its limit. */
  #send(thread: Thread<Item>): void {
    while (thread.batches.length < this.#limits.batchesAtOnce) {
      const batch = this.#waiting.pop();
      if (batch === undefined) return;
      thread.batches = [...thread.batches, batch];
      thread.own.worker.postMessage(this.#work.request(batch));
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#settle?.reject(error);
    }
  }

  #done(thread: Thread<Item>, { answers }: BatchAnswer<Answer>): void {
    const [batch = [], ...others] = thread.batches;
    thread.batches = others;
    // Sent before the answers are processed, so that the thread does not have to wait.
    this.#send(thread);
    for (const [index, item] of batch.entries()) this.#work.take(item, at(answers, index));
    if (thread.batches.length > 0) return;
    this.#threads.delete(thread);
    thread.release();
    this.#factory.giveBack(thread.own);
    if (this.#threads.size === 0) this.#settle?.resolve();
  }

  /** Waits for the thread to end, so that no thread outlives the run. */
  async #end(thread: Thread<Item>): Promise<void> {
    this.#threads.delete(thread);
    thread.release();
    await thread.own.worker.terminate();
  }

  /**
   * Handles a thread that ended during work. The item it had started is lost; the rest is queued
   * again.
   */
  #ended(thread: Thread<Item>): void {
    if (!this.#threads.delete(thread)) return;
    if (thread.own.broken !== undefined) throw thread.own.broken;
    const [batch = [], ...others] = thread.batches;
    const culprit = Atomics.load(thread.own.started, 0) - 1;
    const item = batch[culprit];
    this.#waiting.push(...others);
    if (item === undefined) {
      // The thread failed before its first item, so a replacement would fail too.
      this.#waiting.push(batch);
      if (this.#threads.size === 0) this.#settle?.resolve();
      return;
    }
    const reason = thread.verdict === undefined ? 'parseFailed' : 'parseBudget';
    this.#work.lose(item, reason, (thread.verdict ?? thread.own.failure).slice(0, 200));
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
      if (thread.seenForMs < this.#limits.itemMsMax) continue;
      thread.verdict = `over ${this.#limits.itemMsMax} ms`;
      void thread.own.worker.terminate();
    }
  }
}
