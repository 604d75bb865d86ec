import { runYielding, type Task, YIELD_INTERVAL_MS } from '../base/cooperative.ts';
import { GraphMemoryError } from '../base/errors.ts';

/**
 * Phases in the order in which a full run starts them. A large run, however, starts resolving
 * before indexing.
 */
export type Phase = 'discover' | 'extract' | 'index' | 'resolve' | 'embed' | 'save';

/** Progress of a run. A total of 0 means that the total is not known yet. */
export interface Progress {
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
}

export interface RunOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Shortest interval between progress reports; faster ones cannot be read. */
const REPORT_INTERVAL_MS = 100;

/**
 * Monitors one run: measures its phases, forwards throttled progress, and stops it on cancellation.
 */
export class RunMonitor {
  readonly signal: AbortSignal | undefined;
  /** Returns the current time in ms. */
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

  /** Runs one phase. First yields to other work of the process, such as an interrupt. */
  async phase<Result>(
    phase: Phase,
    work: () => Result | Promise<Result>,
    total = 0,
  ): Promise<Result> {
    await new Promise((resolve) => setImmediate(resolve));
    // Before these phases cancellation is ignored, so that finished work is kept.
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

  /** Runs a task to its end, yielding regularly. */
  steps<Result>(work: Task<Result>): Promise<Result> {
    return runYielding(work, this.now, () => {
      this.checkCancelled();
      return this.#urgent;
    });
  }

  /** Runs a task that other work waits for. Tasks that started earlier pause until it is done. */
  async stepsFirst<Result>(work: Task<Result>): Promise<Result> {
    const done = runYielding(work, this.now, () => this.checkCancelled());
    this.#urgent = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#urgent = undefined;
    }
  }

  /** Yields regularly to other work of the process, such as an interrupt or a client's ping. */
  async yieldIfDue(): Promise<void> {
    if (this.now() - this.#yieldedMs < YIELD_INTERVAL_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#yieldedMs = this.now();
  }

  step(phase: Phase, done: number, total: number): void {
    if (done < total && this.now() - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#report({ phase, done, total });
  }

  /**
   * Throws when the run was cancelled.
   * @throws {GraphMemoryError} GM_CANCELLED
   */
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
