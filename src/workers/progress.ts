import { runYielding, type Task, YIELD_INTERVAL_MS } from '../base/cooperative.ts';
import { GraphMemoryError } from '../base/errors.ts';

/** In the order in which a run from nothing begins with them, but that a large one resolves before it indexes. */
export type Phase = 'discover' | 'extract' | 'index' | 'resolve' | 'embed' | 'save';

/** How far a run is. A total of 0 means that it is not known yet. */
export interface Progress {
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
}

export interface RunOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reports faster than this are for nobody's eyes. */
const REPORT_INTERVAL_MS = 100;

/** Watches one run: times its phases, passes on throttled progress, and stops it when asked to. */
export class RunMonitor {
  readonly signal: AbortSignal | undefined;
  /** In ms. */
  readonly now: () => number;
  readonly #onProgress: (progress: Progress) => void;
  readonly #startedMs: number;
  readonly #phaseMs = new Map<Phase, number>();
  #reportedMs = Number.NEGATIVE_INFINITY;
  #yieldedMs = Number.NEGATIVE_INFINITY;
  #urgent: Promise<unknown> | undefined;

  constructor(now: () => number, options: RunOptions) {
    this.now = now;
    this.#startedMs = now();
    this.#onProgress = options.onProgress ?? (() => undefined);
    this.signal = options.signal;
  }

  /** Runs one phase. Other work of the process, such as an interrupt, gets its turn first. */
  async phase<Result>(
    phase: Phase,
    work: () => Result | Promise<Result>,
    total = 0,
  ): Promise<Result> {
    await new Promise((resolve) => setImmediate(resolve));
    // What is made by then is kept.
    if (phase !== 'embed' && phase !== 'save') this.checkCancelled();
    this.#report({ phase, done: 0, total });
    const startedMs = this.now();
    try {
      return await work();
    } finally {
      const ms = this.now() - startedMs;
      this.#phaseMs.set(phase, (this.#phaseMs.get(phase) ?? 0) + ms);
    }
  }

  /** Takes all steps of some work, with a breath now and then. */
  steps<Result>(work: Task<Result>): Promise<Result> {
    return runYielding(work, this.now, () => {
      this.checkCancelled();
      return this.#urgent;
    });
  }

  /** The same of work that others wait for: steps that were begun before go on when it is done. */
  async stepsFirst<Result>(work: Task<Result>): Promise<Result> {
    const done = runYielding(work, this.now, () => this.checkCancelled());
    this.#urgent = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#urgent = undefined;
    }
  }

  /** Gives other work of the process its turn now and then: an interrupt, a client's ping. */
  async yieldIfDue(): Promise<void> {
    if (this.now() - this.#yieldedMs < YIELD_INTERVAL_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#yieldedMs = this.now();
  }

  step(phase: Phase, done: number, total: number): void {
    if (done < total && this.now() - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#report({ phase, done, total });
  }

  /** @throws {GraphMemoryError} GM_CANCELLED */
  checkCancelled(): undefined {
    if (this.signal?.aborted !== true) return;
    throw new GraphMemoryError('GM_CANCELLED', 'indexing was cancelled', {
      hint: 'Nothing was changed; run it again to index.',
    });
  }

  seconds(): number {
    return (this.now() - this.#startedMs) / 1000;
  }

  secondsByPhase(): Record<Phase, number> {
    const seconds = (phase: Phase) => (this.#phaseMs.get(phase) ?? 0) / 1000;
    return {
      discover: seconds('discover'),
      extract: seconds('extract'),
      resolve: seconds('resolve'),
      index: seconds('index'),
      save: seconds('save'),
      embed: seconds('embed'),
    };
  }

  #report(progress: Progress): void {
    this.#reportedMs = this.now();
    this.#onProgress(progress);
  }
}
