/**
 * Vectors of a project's chunks over time. They belong to no snapshot in particular: a chunk's vector is
 * found by what the chunk says, so those of a snapshot are the known ones and a few new. What goes wrong
 * here costs a signal of the ranking, never an answer.
 */
import { isGraphMemoryError } from '../base/errors.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import { chunkKeys } from '../vector/chunk-keys.ts';
import { ExactScan } from '../vector/exact-scan.ts';
import { type Meaning, meaningOf } from '../vector/meaning.ts';
import { reuseRows, withoutRows } from '../vector/reuse.ts';
import type { VectorSet } from '../vector/vector-set.ts';

/** Where vectors are kept between processes. */
export interface VectorShelf {
  load(): Promise<VectorSet | undefined>;
  save(set: VectorSet): Promise<void>;
  /** Path and lines of a chunk as they are now, secrets masked. */
  textOf(index: TextIndex, chunk: number): Promise<string>;
}

export interface VectorStatus {
  /** Empty: by configuration there are none. */
  readonly model: string;
  readonly chunks: number;
  /** Chunks whose vectors are still to be made. */
  readonly missing: number;
  /** What keeps them from being there; empty when nothing does. */
  readonly problem: string;
}

/** So many new rows are worth writing all of them; fewer are made again at the next start. */
const SAVED_MIN = 200;

/** What these take is not felt. */
const ADOPTED_MISSING_MAX = 500;

/** Chunks after which others are told, and saved where that took long: a remote model is slow. */
const STEP = 512;

interface Ready {
  readonly index: TextIndex;
  readonly set: VectorSet;
  readonly scan: ExactScan;
  /** Places whose rows are zeros still, ascending. */
  readonly missing: Int32Array;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Leave it when more are missing. */
  readonly missingMax?: number;
}

export class VectorKeeper {
  readonly #embedder: (() => Embedder) | undefined;
  readonly #shelf: VectorShelf;
  #ready: Ready | undefined;
  #isLoaded = false;
  /** Of another process, until the first of our own are there. */
  #stored: VectorSet | undefined;
  #unsavedCount = 0;
  #problem = '';
  /** Ends the work in the background. */
  #background: AbortController | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** Without an embedder there are no vectors, and nobody misses them. */
  constructor(embedder: (() => Embedder) | undefined, shelf: VectorShelf) {
    this.#embedder = embedder;
    this.#shelf = shelf;
  }

  /** The vectors of an index that are at hand, unless more are missing than a start should wait for. */
  async adopt(index: TextIndex): Promise<void> {
    await this.#guarded(async (embedder) => {
      const missingMax = embedder.isQuick ? ADOPTED_MISSING_MAX : 0;
      return this.#follow(embedder, index, { missingMax });
    });
  }

  /**
   * Makes the vectors of an index. Those of a slow model are made while others go on: what was under way
   * for an index before is ended, and what it has made is used.
   */
  async follow(index: TextIndex, signal?: AbortSignal): Promise<void> {
    if (this.isReady(index)) return;
    this.#background?.abort();
    await this.#queue;
    await this.#guarded(async (embedder) => {
      if (embedder.isQuick) return this.#follow(embedder, index, { signal });
      const background = new AbortController();
      this.#background = background;
      this.#queue = this.#guarded(() => this.#follow(embedder, index, background));
    });
  }

  /** Waits for what is made in the background, and ends it when the signal says so. */
  async settle(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.#background?.abort();
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    await this.#queue;
    signal?.removeEventListener('abort', stop);
  }

  /** Ends what is made in the background. */
  async close(): Promise<void> {
    this.#background?.abort();
    await this.#queue;
  }

  isReady(index: TextIndex): boolean {
    if (this.#embedder === undefined) return true;
    return this.#ready?.index === index && this.#ready.missing.length === 0;
  }

  /** What goes wrong is said in the status. */
  async #guarded(work: (embedder: Embedder) => Promise<void>): Promise<void> {
    if (this.#embedder === undefined) return;
    try {
      await work(this.#embedder());
    } catch (error) {
      if (this.#background?.signal.aborted === true) return;
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }

  async #follow(
    embedder: Embedder,
    index: TextIndex,
    { signal, missingMax = Number.POSITIVE_INFINITY }: FollowOptions,
  ): Promise<void> {
    const { model, dimensions } = embedder;
    const known = await this.#known(model);
    const keys = chunkKeys(index.data);
    const { rows, missing } = reuseRows(known, keys, dimensions);
    if (embedder.isQuick && missing.length > missingMax) return;
    const set = { model, dimensions, keys, rows };
    const tell = (done: number): void => {
      const scan = new ExactScan(rows, dimensions);
      this.#ready = { index, set, scan, missing: missing.subarray(done) };
      this.#stored = undefined;
    };
    if (missing.length === 0 || !embedder.isQuick) tell(0);
    if (missing.length > missingMax) return;
    const step = embedder.isQuick ? Math.max(1, missing.length) : STEP;
    for (let done = 0; done < missing.length; done += step) {
      const chunks = missing.subarray(done, done + step);
      const textOf = (chunk: number) => this.#shelf.textOf(index, chunk);
      const made = await embedder.embedChunks({ index: index.data, chunks, textOf, signal });
      for (const [place, chunk] of chunks.entries()) {
        const from = place * dimensions;
        rows.set(made.subarray(from, from + dimensions), chunk * dimensions);
      }
      tell(done + chunks.length);
      this.#unsavedCount += chunks.length;
      if (known === undefined || this.#unsavedCount >= SAVED_MIN) await this.#save();
    }
    this.#problem = '';
  }

  /** How near each file is to the question; undefined while vectors of this index are not there. */
  async meaning(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Meaning | undefined> {
    const ready = this.#ready;
    if (ready?.index !== index || this.#embedder === undefined) return undefined;
    if (ready.missing.length === ready.index.chunkCount && ready.missing.length > 0)
      return undefined;
    try {
      const vector = await this.#embedder().embedQuestion(question);
      return meaningOf(ready.scan, index, vector, inScope);
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  /** For another index of much the same code: it starts from these vectors and keeps its own to itself. */
  sibling(): VectorKeeper {
    return new VectorKeeper(this.#embedder, {
      ...this.#shelf,
      load: () => Promise.resolve(this.#wholeSet()),
      save: () => Promise.resolve(),
    });
  }

  /** By configuration there are vectors. */
  get isWanted(): boolean {
    return this.#embedder !== undefined;
  }

  status(): VectorStatus {
    return {
      model: this.#embedder === undefined ? '' : (this.#ready?.set.model ?? ''),
      chunks: (this.#ready?.index.chunkCount ?? 0) - (this.#ready?.missing.length ?? 0),
      missing: this.#ready?.missing.length ?? 0,
      problem: this.#problem,
    };
  }

  /** Vectors of before, or those on disk; none that another model made. */
  async #known(model: string): Promise<VectorSet | undefined> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      this.#stored = await this.#shelf.load().catch(() => undefined);
    }
    const known = this.#wholeSet() ?? this.#stored;
    return known?.model === model ? known : undefined;
  }

  /** The rows that are there. */
  #wholeSet(): VectorSet | undefined {
    if (this.#ready === undefined) return undefined;
    return withoutRows(this.#ready.set, this.#ready.missing);
  }

  /** A disk that refuses, or another process that writes, costs making them again. */
  async #save(): Promise<void> {
    const set = this.#wholeSet();
    if (set === undefined) return;
    try {
      await this.#shelf.save(set);
      this.#unsavedCount = 0;
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
    }
  }
}
