/**
 * Work on several threads. Each takes a batch at a time; a thread that dies or does not come to the end
 * of an item is replaced, and that item is told as lost.
 */
import { at } from '../base/assert.ts';
import { Stopwatch } from './stopwatch.ts';
import type { StartedThread, ThreadSupply } from './worker-factory.ts';
import type { BatchAnswer, ThreadRequest } from './worker-messages.ts';

export interface ThreadLimits {
  readonly threads: number;
  /** Batches that a thread has at a time: more than one where who hands them out is busy, too. */
  readonly batchesAtOnce: number;
  /** Longest time from one item to the next, in ms, as `Stopwatch` counts it. */
  readonly itemMsMax: number;
  /** Called now and then; throwing ends the run. */
  readonly check: () => void;
}

/**
 * Who hands the work out has nothing else to do from a time on. If much is left then, it takes part; what
 * it would run for the first time is slow, so of a little it would be in the way.
 */
interface Help<Item, Answer> {
  /** Never rejects. */
  readonly from: Promise<void>;
  readonly answer: (item: Item) => Answer;
  /** Called after each item: threads that are done want their next batch. */
  readonly yieldIfDue: () => Promise<void>;
}

/** What is done, item by item. What throws in these ends the run. */
export interface ThreadWork<Item, Answer> {
  readonly bytesOf: (item: Item) => number;
  readonly request: (batch: readonly Item[]) => ThreadRequest;
  /** Takes each answer as it comes. */
  readonly take: (item: Item, answer: Answer) => void;
  /** Of an item on which a thread ended, or was ended for the time it took. */
  readonly lose: (item: Item, reason: 'parseFailed' | 'parseBudget', detail: string) => void;
  readonly help?: Help<Item, Answer>;
}

/** A batch is answered at once: large enough for few messages, small enough to share out. */
const BATCH_BYTES = 128 * 1024;
/** So many batches take a thread about a third of a second. */
const HELPED_BATCHES_MIN = 8;
/** How often threads are looked after, in ms. */
const WATCH_INTERVAL_MS = 500;

/** Items in batches of about equal bytes, in order. */
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
 * Does all work. When it returns, the threads wait in the supply for more; when it throws, none is left
 * of those it took. Returns the items that were not tried because threads cannot be started here.
 */
export async function runInWorkers<Item, Answer>(
  supply: ThreadSupply,
  items: readonly Item[],
  work: ThreadWork<Item, Answer>,
  limits: ThreadLimits,
): Promise<readonly Item[]> {
  const pool = new WorkerPool(supply, batchesOf(items, work.bytesOf), work, limits);
  return pool.run();
}

interface Thread<Item> {
  readonly own: StartedThread;
  /** What it was asked and has not answered; the first is in hand. */
  batches: readonly (readonly Item[])[];
  /** Why it was ended by us. */
  verdict: string | undefined;
  seen: number;
  seenForMs: number;
  /** Takes what listens to it off. */
  release: () => void;
}

class WorkerPool<Item, Answer> {
  readonly #supply: ThreadSupply;
  readonly #work: ThreadWork<Item, Answer>;
  readonly #limits: ThreadLimits;
  readonly #waiting: (readonly Item[])[];
  readonly #threads = new Set<Thread<Item>>();
  readonly #stopwatch = new Stopwatch();
  #helping: Promise<void> = Promise.resolve();
  #isOver = false;
  #settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(
    supply: ThreadSupply,
    batches: readonly (readonly Item[])[],
    work: ThreadWork<Item, Answer>,
    limits: ThreadLimits,
  ) {
    this.#supply = supply;
    this.#work = work;
    this.#limits = limits;
    // Taken from the end.
    this.#waiting = batches.toReversed();
  }

  async run(): Promise<readonly Item[]> {
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
        void this.#work.help?.from.then(() => {
          this.#helping = this.#help();
          this.#helping.catch(reject);
        });
      });
      await this.#helping;
      return this.#waiting.toReversed().flat();
    } finally {
      this.#isOver = true;
      clearInterval(watch);
      // Those that are left have work in hand that nobody waits for.
      const ended = Array.from(this.#threads, (thread) => this.#end(thread));
      await Promise.allSettled([this.#helping, ...ended]);
    }
  }

  /** Leaves large items to threads, which can be ended. */
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
    const own = this.#supply.take();
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

  /** Asks a thread as much as it may have at a time. */
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
    // Before the answers are looked at, so that it does not wait for that.
    this.#send(thread);
    for (const [index, item] of batch.entries()) this.#work.take(item, at(answers, index));
    if (thread.batches.length > 0) return;
    this.#threads.delete(thread);
    thread.release();
    this.#supply.giveBack(thread.own);
    if (this.#threads.size === 0) this.#settle?.resolve();
  }

  /** Its end is awaited, so that no thread outlives the run. */
  async #end(thread: Thread<Item>): Promise<void> {
    this.#threads.delete(thread);
    thread.release();
    await thread.own.worker.terminate();
  }

  /** A thread that ended with work in hand: the item it had begun is lost, the rest done anew. */
  #ended(thread: Thread<Item>): void {
    if (!this.#threads.delete(thread)) return;
    if (thread.own.broken !== undefined) throw thread.own.broken;
    const [batch = [], ...others] = thread.batches;
    const culprit = Atomics.load(thread.own.started, 0) - 1;
    const item = batch[culprit];
    this.#waiting.push(...others);
    if (item === undefined) {
      // It never came to an item, so no other would.
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
