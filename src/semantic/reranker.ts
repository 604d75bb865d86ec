/** Rates the first candidates of a question with the configured cross-encoder. */
import { abortable } from '../base/abortable.ts';
import type { RerankModel } from '../config/embedding.ts';
import { planTextModel } from '../embed/model-folder.ts';
import { Backoff } from './backoff.ts';
import { ModelOpener } from './model-opener.ts';
import { type PairsRequest, pairsThread } from './model-thread.ts';
import { problemOf } from './problem-of.ts';

/** State of the cross-encoder, for people. */
export interface RerankStatus {
  /** Name of the model; empty before it has been used. */
  readonly model: string;
  /** Work that has to be done first, such as fetching the model; empty if there is none. */
  readonly work: string;
  /** Reason why the last question got no ratings; empty if there is none. */
  readonly problem: string;
}

interface OpenModel {
  readonly id: string;
  readonly rate: (request: PairsRequest) => Promise<Float32Array>;
}

interface RerankMeans {
  /** Number of threads for the model. */
  readonly threads: number;
  /** Whether an answer may wait until the model is open, as in a process with one question. */
  readonly waitsForStart: boolean;
  readonly now: () => number;
}

/** A failure here costs the order of a few files, never an answer. */
export class Reranker {
  readonly #model: RerankModel | undefined;
  readonly #opener: ModelOpener<OpenModel> | undefined;
  readonly #waitsForStart: boolean;
  readonly #backoff: Backoff;
  #status: RerankStatus = { model: '', work: '', problem: '' };

  constructor(model: RerankModel | undefined, { threads, waitsForStart, now }: RerankMeans) {
    this.#model = model;
    this.#waitsForStart = waitsForStart;
    this.#backoff = new Backoff(now);
    this.#opener =
      model &&
      new ModelOpener(model, () => {
        const plan = planTextModel(model);
        const thread = pairsThread(plan, threads);
        return { opened: { id: plan.id, rate: thread.call }, close: thread.close };
      });
  }

  /** Number of files to rate; 0 if no model is configured. */
  get candidates(): number {
    return this.#model?.candidates ?? 0;
  }

  /**
   * Returns the log-odds that each text answers the question. Returns undefined if the model fails
   * or the time limit passes; the status says why.
   */
  async rate(question: string, texts: readonly string[]): Promise<Float32Array | undefined> {
    if (this.#model === undefined || !this.#backoff.isDue) return undefined;
    const { timeoutMs, batch } = this.#model;
    try {
      const early = this.#waitsForStart ? undefined : AbortSignal.timeout(timeoutMs);
      const model = await within(this.#open(), early, timeoutMs);
      const deadline = early ?? AbortSignal.timeout(timeoutMs);
      const values = new Float32Array(texts.length);
      // In parts, so that a question that is too late occupies the model no longer than for one.
      for (let from = 0; from < texts.length; from += batch) {
        const rated = model.rate({ question, texts: texts.slice(from, from + batch) });
        values.set(await within(rated, deadline, timeoutMs), from);
      }
      this.#backoff.succeeded();
      this.#status = { model: model.id, work: '', problem: '' };
      return values;
    } catch (error) {
      const isLate = error instanceof Late;
      if (!isLate) this.#backoff.failed();
      this.#status = { ...this.#status, problem: problemOf(error) };
      return undefined;
    }
  }

  /** Returns undefined unless a model is configured. */
  status(): RerankStatus | undefined {
    return this.#model && this.#status;
  }

  async close(): Promise<void> {
    await this.#opener?.close();
  }

  #open(): Promise<OpenModel> {
    const onProgress = (work: string): void => {
      this.#status = { ...this.#status, work };
    };
    return this.#opener?.open(onProgress) ?? Promise.reject(new Error('no model is configured'));
  }
}

/** The time limit has passed; the model itself works. */
class Late extends Error {}

async function within<Result>(
  work: Promise<Result>,
  deadline: AbortSignal | undefined,
  ms: number,
): Promise<Result> {
  try {
    return await abortable(work, deadline);
  } catch (error) {
    if (deadline?.aborted !== true) throw error;
    // Its own failure comes too late to be reported.
    work.catch(() => undefined);
    throw new Late(
      `no answer within ${ms} ms. Raise rerankModel.timeoutMs, or lower rerankModel.candidates or tokensMax`,
    );
  }
}
