/**
 * Vectors of a project's chunks over time. They belong to no snapshot in particular: a chunk's vector is
 * found by what the chunk says, so those of a snapshot are the known ones and a few new. Those of another
 * model, which the configuration named before, serve while more is there of them. What goes wrong here
 * costs a signal of the ranking, never an answer.
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
import { Backoff } from './backoff.ts';
import { NeighbourGraph, NO_SHELF } from './neighbour-graph.ts';

/** Where vectors are kept between processes. */
export interface VectorShelf {
  load(): Promise<VectorSet | undefined>;
  save(set: VectorSet): Promise<void>;
  /** Those of the model before; undefined: they are needed no more. */
  loadEarlier(): Promise<VectorSet | undefined>;
  saveEarlier(set: VectorSet | undefined): Promise<void>;
  /** What made vectors before, if it can still be had without a network that is not named any more. */
  earlierSource(recipe: string): EmbedderSource | undefined;
  /** Path and lines of a chunk as they are now, secrets masked. */
  textOf(index: TextIndex, chunk: number): Promise<string>;
}

export interface VectorStatus {
  /** What made the vectors that answer. Empty: there are none, yet or by configuration. */
  readonly model: string;
  readonly chunks: number;
  /** The model that the configuration names, while another one still answers; otherwise empty. */
  readonly next: string;
  /** Chunks whose vectors by the model of the configuration are still to be made. */
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

/** The vectors of an index. */
interface Vectors {
  readonly index: TextIndex;
  /** What made the set. */
  readonly embedder: Embedder;
  readonly set: VectorSet;
  /** Places whose rows are zeros still, ascending. */
  readonly missing: Int32Array;
}

interface Serving extends Vectors {
  readonly scan: ExactScan;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Leave it when more are missing. */
  readonly missingMax?: number;
}

export class VectorKeeper {
  readonly #source: EmbedderSource | undefined;
  readonly #shelf: VectorShelf;
  readonly #making: Backoff;
  readonly #asking: Backoff;
  readonly #neighbours: NeighbourGraph;
  readonly #now: () => number;
  /** By the model of the configuration. */
  #own: Vectors | undefined;
  #serving: Serving | undefined;
  #isLoaded = false;
  /** Of another process, until the first of our own are there. */
  #stored: VectorSet | undefined;
  /** By the model before. */
  #earlier: { readonly set: VectorSet; readonly embedder: Embedder } | undefined;
  #isEarlierSought = false;
  #isEarlierSaved = false;
  #unsavedCount = 0;
  #problem = '';
  #work = '';
  /** What is made in the background, and what ends it. */
  #background: { readonly index: TextIndex; readonly stop: AbortController } | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** Without a source there are no vectors, and nobody misses them. */
  constructor(
    source: EmbedderSource | undefined,
    shelf: VectorShelf,
    now: () => number,
    neighbours: NeighbourGraph = new NeighbourGraph('exact', NO_SHELF),
  ) {
    this.#source = source;
    this.#shelf = shelf;
    this.#making = new Backoff(now);
    this.#asking = new Backoff(now);
    this.#now = now;
    this.#neighbours = neighbours;
  }

  /** The vectors of an index that are at hand, unless more are missing than a start should wait for. */
  async adopt(index: TextIndex): Promise<void> {
    if (this.#source === undefined) return;
    if (!this.#source.isHere()) return this.#serveEarlier(index);
    const missingMax = this.#source.isQuick ? ADOPTED_MISSING_MAX : 0;
    await this.#follow(this.#source, index, { missingMax });
  }

  /**
   * Makes the vectors of an index. Those of a slow model are made while others go on: what was under way
   * for an index before is ended, and what it has made is used. What failed is not tried again at once.
   */
  async follow(index: TextIndex, signal?: AbortSignal): Promise<void> {
    if (this.#source === undefined || this.isReady(index)) return;
    if (this.#background?.index === index) return;
    this.#background?.stop.abort();
    await this.#queue;
    if (this.#source.isQuick) return this.#follow(this.#source, index, { signal });
    if (!this.#making.isDue) return this.#serveKnown(index);
    const stop = new AbortController();
    this.#background = { index, stop };
    this.#queue = this.#follow(this.#source, index, stop).then(() => {
      this.#background = undefined;
    });
  }

  /** Waits for what is made in the background, and ends it when the signal says so. */
  async settle(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.#background?.stop.abort();
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    await this.#queue;
    await this.#neighbours.settle();
    signal?.removeEventListener('abort', stop);
  }

  /** Ends what is made in the background. */
  async close(): Promise<void> {
    this.#background?.stop.abort();
    await this.#queue;
    await this.#neighbours.close();
    await this.#source?.close();
  }

  /** All vectors that the configuration wants are there. */
  isReady(index: TextIndex): boolean {
    if (this.#source === undefined) return true;
    return this.#own?.index === index && this.#own.missing.length === 0;
  }

  /** Every chunk has a vector, by whichever model. */
  isWhole(index: TextIndex): boolean {
    if (this.#source === undefined) return true;
    return this.#serving?.index === index && this.#serving.missing.length === 0;
  }

  /** What goes wrong is said in the status. */
  async #follow(source: EmbedderSource, index: TextIndex, options: FollowOptions): Promise<void> {
    try {
      if (!source.isHere()) await this.#serveEarlier(index);
      const tell = (work: string): void => {
        this.#work = work;
      };
      const embedder = await abortable(source.open(tell), options.signal);
      await this.#make(embedder, source, index, options);
      this.#making.succeeded();
    } catch (error) {
      if (options.signal?.aborted === true) return;
      this.#making.failed();
      this.#problem = problemOf(error);
      await this.#serveEarlier(index);
    } finally {
      this.#work = '';
    }
  }

  async #make(
    embedder: Embedder,
    { isQuick, recipe }: EmbedderSource,
    index: TextIndex,
    { signal, missingMax = Number.POSITIVE_INFINITY }: FollowOptions,
  ): Promise<void> {
    const { model, dimensions } = embedder;
    const known = await this.#known(model);
    const keys = chunkKeys(index.data);
    const { rows, missing } = reuseRows(known, keys, dimensions);
    if (isQuick && missing.length > missingMax) return;
    const set = { model, recipe, dimensions, keys, rows };
    const tell = async (done: number): Promise<void> => {
      if (done < missing.length) await this.#serveEarlier(index);
      this.#own = { index, embedder, set, missing: missing.subarray(done) };
      this.#stored = undefined;
      this.#serve(this.#own);
      if (done === missing.length) await this.#forgetEarlier();
    };
    if (missing.length === 0 || !isQuick) await tell(0);
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
      await tell(done + chunks.length);
      this.#unsavedCount += chunks.length;
      if (known === undefined || this.#unsavedCount >= SAVED_MIN) await this.#save();
    }
    this.#problem = '';
  }

  /** Questions are answered by these, unless there are more of the same index by another model. */
  #serve(vectors: Vectors): void {
    const now = this.#serving;
    const isOther = now?.index === vectors.index && now.set.model !== vectors.set.model;
    if (isOther && now.missing.length < vectors.missing.length) return;
    const { set, index, missing } = vectors;
    this.#serving = { ...vectors, scan: new ExactScan(set.rows, set.dimensions) };
    if (missing.length === 0) this.#neighbours.follow(set, index.chunkCount);
  }

  /** What there is for an index, without making any. */
  async #serveKnown(index: TextIndex): Promise<void> {
    await this.#serveEarlier(index);
    const own = this.#own;
    const set = this.#ownSet();
    if (own === undefined || set === undefined || own.index === index) return;
    this.#own = vectorsOf(set, own.embedder, index);
    this.#serve(this.#own);
  }

  /** What the model before has made for an index. */
  async #serveEarlier(index: TextIndex): Promise<void> {
    if (!this.#isEarlierSought) {
      this.#isEarlierSought = true;
      this.#earlier = await this.#openEarlier().catch(() => undefined);
    }
    if (this.#earlier === undefined || this.#serving?.index === index) return;
    const { set, embedder } = this.#earlier;
    this.#serve(vectorsOf(set, embedder, index));
  }

  async #openEarlier() {
    await this.#load();
    for (const set of [await this.#shelf.loadEarlier(), this.#stored]) {
      const source = set && this.#shelf.earlierSource(set.recipe);
      if (set === undefined || source?.isHere() !== true) continue;
      const embedder = await source.open(() => undefined);
      if (embedder.model === set.model) return { set, embedder };
    }
    return undefined;
  }

  async #forgetEarlier(): Promise<void> {
    if (this.#earlier === undefined) return;
    this.#earlier = undefined;
    if (this.#isEarlierSaved) await unlessRefused(this.#shelf.saveEarlier(undefined));
  }

  /** How near each file is to the question; undefined while vectors of this index are not there. */
  async meaning(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Meaning | undefined> {
    const serving = this.#serving;
    if (serving?.index !== index || !this.#asking.isDue) return undefined;
    const { missing, embedder, set, scan } = serving;
    if (missing.length === index.chunkCount && missing.length > 0) return undefined;
    try {
      const vector = await embedder.embedQuestion(question);
      const isWanted = chunksInScope(index, inScope);
      const near = await this.#neighbours.nearest(set, scan, vector, NEAREST_MAX, isWanted);
      this.#asking.succeeded();
      if (this.isReady(index)) this.#problem = '';
      const meaning = meaningOf(near, index);
      return embedder.areCosinesMeasured === true ? meaning : { ...meaning, nearest: undefined };
    } catch (error) {
      this.#asking.failed();
      this.#problem = problemOf(error);
      return undefined;
    }
  }

  /** For another index of much the same code: it starts from these vectors and keeps its own to itself. */
  sibling(): VectorKeeper {
    const shelf: VectorShelf = {
      ...this.#shelf,
      load: () => Promise.resolve(this.#ownSet()),
      save: () => Promise.resolve(),
      loadEarlier: () => Promise.resolve(undefined),
      saveEarlier: () => Promise.resolve(),
    };
    return new VectorKeeper(this.#source, shelf, this.#now);
  }

  /** By configuration there are vectors. */
  get isWanted(): boolean {
    return this.#source !== undefined;
  }

  status(): VectorStatus {
    const { set, index, missing } = this.#serving ?? {};
    const next = this.#own?.set.model ?? '';
    return {
      model: set?.model ?? '',
      chunks: (index?.chunkCount ?? 0) - (missing?.length ?? 0),
      next: next === set?.model ? '' : next,
      missing: this.#own?.missing.length ?? this.#background?.index.chunkCount ?? 0,
      work: this.#work,
      problem: this.#problem,
      search: this.#neighbours.status(),
    };
  }

  /** Vectors of before, or those on disk; none that another model made. */
  async #known(model: string): Promise<VectorSet | undefined> {
    await this.#load();
    const known = this.#ownSet() ?? this.#stored;
    return known?.model === model ? known : undefined;
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.#stored = await this.#shelf.load().catch(() => undefined);
  }

  /** The rows that are there, by the model of the configuration. */
  #ownSet(): VectorSet | undefined {
    return this.#own && withoutRows(this.#own.set, this.#own.missing);
  }

  async #save(): Promise<void> {
    const set = this.#ownSet();
    if (set === undefined) return;
    if (this.#earlier !== undefined && !this.#isEarlierSaved) {
      await unlessRefused(this.#shelf.saveEarlier(this.#earlier.set));
      this.#isEarlierSaved = true;
    }
    await unlessRefused(this.#shelf.save(set));
    this.#unsavedCount = 0;
  }
}

/** What a set has for an index. */
function vectorsOf(known: VectorSet, embedder: Embedder, index: TextIndex): Vectors {
  const keys = chunkKeys(index.data);
  const { rows, missing } = reuseRows(known, keys, known.dimensions);
  return { index, embedder, set: { ...known, keys, rows }, missing };
}

/** A disk that refuses, or another process that writes, costs making vectors again. */
async function unlessRefused(save: Promise<void>): Promise<void> {
  await save.catch((error: unknown) => {
    if (!isGraphMemoryError(error)) throw error;
  });
}

function problemOf(error: unknown): string {
  if (isGraphMemoryError(error)) return `${error.message}. ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
