/**
 * Vectors of a project's chunks over time. They belong to no snapshot in particular: a chunk's vector is
 * found by what the chunk says, so those of a snapshot are the known ones and a few new. What goes wrong
 * here costs a signal of the ranking, never an answer.
 */
import { abortable } from '../base/abortable.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import { chunkKeys } from '../vector/chunk-keys.ts';
import { ExactScan } from '../vector/exact-scan.ts';
import { chunksInScope, type Meaning, meaningOf, NEAREST_MAX } from '../vector/meaning.ts';
import { reuseRows, withoutRows } from '../vector/reuse.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { NeighbourGraph, NO_SHELF } from './neighbour-graph.ts';

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
  /** What is done before they can be made, as fetching a model; empty when nothing is. */
  readonly work: string;
  /** What keeps them from being there; empty when nothing does. */
  readonly problem: string;
  /** How the nearest are found, and why not otherwise. */
  readonly search: string;
}

/** So many new rows are worth writing all of them; fewer are made again at the next start. */
const SAVED_MIN = 200;

/** What these take is not felt. */
const ADOPTED_MISSING_MAX = 500;

/** Chunks after which others are told, and saved where that took long: a remote model is slow. */
const STEP = 512;

interface Ready {
  readonly index: TextIndex;
  /** What made the set. */
  readonly embedder: Embedder;
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
  readonly #source: EmbedderSource | undefined;
  readonly #shelf: VectorShelf;
  readonly #neighbours: NeighbourGraph;
  #ready: Ready | undefined;
  #isLoaded = false;
  /** Of another process, until the first of our own are there. */
  #stored: VectorSet | undefined;
  #unsavedCount = 0;
  #problem = '';
  #work = '';
  /** Ends the work in the background. */
  #background: AbortController | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** Without an embedder there are no vectors, and nobody misses them. */
  constructor(
    source: EmbedderSource | undefined,
    shelf: VectorShelf,
    neighbours: NeighbourGraph = new NeighbourGraph('exact', NO_SHELF),
  ) {
    this.#source = source;
    this.#shelf = shelf;
    this.#neighbours = neighbours;
  }

  /** The vectors of an index that are at hand, unless more are missing than a start should wait for. */
  async adopt(index: TextIndex): Promise<void> {
    if (this.#source?.isHere() !== true) return;
    const missingMax = this.#source.isQuick ? ADOPTED_MISSING_MAX : 0;
    await this.#follow(this.#source, index, { missingMax });
  }

  /**
   * Makes the vectors of an index. Those of a slow model are made while others go on: what was under way
   * for an index before is ended, and what it has made is used.
   */
  async follow(index: TextIndex, signal?: AbortSignal): Promise<void> {
    if (this.#source === undefined || this.isReady(index)) return;
    this.#background?.abort();
    await this.#queue;
    if (this.#source.isQuick) return this.#follow(this.#source, index, { signal });
    const background = new AbortController();
    this.#background = background;
    this.#queue = this.#follow(this.#source, index, background);
  }

  /** Waits for what is made in the background, and ends it when the signal says so. */
  async settle(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.#background?.abort();
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    await this.#queue;
    await this.#neighbours.settle();
    signal?.removeEventListener('abort', stop);
  }

  /** Ends what is made in the background. */
  async close(): Promise<void> {
    this.#background?.abort();
    await this.#queue;
    await this.#neighbours.close();
    await this.#source?.close();
  }

  isReady(index: TextIndex): boolean {
    if (this.#source === undefined) return true;
    return this.#ready?.index === index && this.#ready.missing.length === 0;
  }

  /** What goes wrong is said in the status. */
  async #follow(source: EmbedderSource, index: TextIndex, options: FollowOptions): Promise<void> {
    try {
      const tell = (work: string): void => {
        this.#work = work;
      };
      const embedder = await abortable(source.open(tell), options.signal);
      this.#work = '';
      await this.#make(embedder, source.isQuick, index, options);
    } catch (error) {
      if (options.signal?.aborted === true) return;
      this.#work = '';
      this.#problem = problemOf(error);
    }
  }

  async #make(
    embedder: Embedder,
    isQuick: boolean,
    index: TextIndex,
    { signal, missingMax = Number.POSITIVE_INFINITY }: FollowOptions,
  ): Promise<void> {
    const { model, dimensions } = embedder;
    const known = await this.#known(model);
    const keys = chunkKeys(index.data);
    const { rows, missing } = reuseRows(known, keys, dimensions);
    if (isQuick && missing.length > missingMax) return;
    const set = { model, dimensions, keys, rows };
    const tell = (done: number): void => {
      const scan = new ExactScan(rows, dimensions);
      this.#ready = { index, embedder, set, scan, missing: missing.subarray(done) };
      this.#stored = undefined;
      if (done === missing.length) this.#neighbours.follow(set, index.chunkCount);
    };
    if (missing.length === 0 || !isQuick) tell(0);
    if (missing.length > missingMax) return;
    const step = isQuick ? Math.max(1, missing.length) : STEP;
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
    if (ready?.index !== index) return undefined;
    if (ready.missing.length === ready.index.chunkCount && ready.missing.length > 0)
      return undefined;
    try {
      const { embedder, set, scan } = ready;
      const vector = await embedder.embedQuestion(question);
      const isWanted = chunksInScope(index, inScope);
      const near = await this.#neighbours.nearest(set, scan, vector, NEAREST_MAX, isWanted);
      const meaning = meaningOf(near, index);
      return embedder.areCosinesMeasured === true ? meaning : { ...meaning, nearest: undefined };
    } catch (error) {
      this.#problem = problemOf(error);
      return undefined;
    }
  }

  /** For another index of much the same code: it starts from these vectors and keeps its own to itself. */
  sibling(): VectorKeeper {
    return new VectorKeeper(this.#source, {
      ...this.#shelf,
      load: () => Promise.resolve(this.#wholeSet()),
      save: () => Promise.resolve(),
    });
  }

  /** By configuration there are vectors. */
  get isWanted(): boolean {
    return this.#source !== undefined;
  }

  status(): VectorStatus {
    return {
      model: this.#ready?.set.model ?? '',
      chunks: (this.#ready?.index.chunkCount ?? 0) - (this.#ready?.missing.length ?? 0),
      missing: this.#ready?.missing.length ?? 0,
      work: this.#work,
      problem: this.#problem,
      search: this.#neighbours.status(),
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

function problemOf(error: unknown): string {
  if (isGraphMemoryError(error)) return `${error.message}. ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
