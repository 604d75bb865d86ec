/**
 * Manages the vectors of a project's chunks over time. They belong to no particular snapshot: a
 * chunk's vector is found by its text, so a new snapshot needs only a few new ones. Vectors of the
 * previously configured model are used as long as they cover more chunks. A failure here costs a
 * ranking signal, never an answer.
 */
import { abortable } from '../base/abortable.ts';
import { haveSameItems } from '../base/same-items.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { Neighbours } from '../vector/exact-scan.ts';
import {
  chunksInScope,
  type Meaning,
  meaningOf,
  NEAREST_MAX,
  type Related,
  relatedOf,
} from '../vector/meaning.ts';
import { joinSets } from '../vector/reuse.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { Backoff } from './backoff.ts';
import { IndexVectors, vectorsOf, withRows } from './index-vectors.ts';
import { NeighbourGraph, NO_STORAGE } from './neighbour-graph.ts';
import { problemOf } from './problem-of.ts';
import { StoredVectors, type VectorStorage, WITHOUT_PREVIOUS } from './stored-vectors.ts';
import { type VectorStatus, vectorStatus } from './vector-status.ts';

/** Text indexes that are followed together, always in the same order. */
export type Indexes = readonly TextIndex[];

/** New rows worth writing the whole set; fewer are made again at the next start. */
const SAVED_MIN = 200;

/** Most missing vectors that can be made without a noticeable delay. */
const ADOPTED_MISSING_MAX = 500;

/**
 * Chunks per step of a slow model, such as a remote one. After each step, the new vectors are used
 * for answers, and saved once there are enough.
 */
const STEP = 512;

interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** An index with more missing vectors than this is skipped. */
  readonly missingMax?: number;
  /** Vectors of files that have already been made; see {@link VectorService.follow}. */
  readonly rows?: ReadonlyMap<string, Int8Array>;
}

interface Found {
  readonly near: Neighbours;
  /** See {@link Meaning.fileCosines}; empty for sparse vectors. */
  readonly fileCosines: Float64Array;
  readonly areCosinesMeasured: boolean;
}

export class VectorService {
  readonly #source: EmbedderSource | undefined;
  readonly #storage: VectorStorage;
  readonly #memory: StoredVectors;
  readonly #making: Backoff;
  readonly #backoff: Backoff;
  readonly #now: () => number;
  /** In the order of {@link Indexes}. */
  readonly #all: IndexVectors[];
  #unsavedCount = 0;
  #problem = '';
  #work = '';
  /** Work in the background, and the controller that stops it. */
  #background: { readonly indexes: Indexes; readonly stop: AbortController } | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Indexes to follow as soon as vectors are needed; see {@link adoptOnDemand}. */
  #deferred: Indexes | undefined;
  #demanded: Promise<void> = Promise.resolve();
  /** See {@link passing}. */
  #isPassing = false;

  /**
   * Without a source there are no vectors, and none are missing. `neighbours` belongs to the first
   * index.
   */
  constructor(
    source: EmbedderSource | undefined,
    storage: VectorStorage,
    now: () => number,
    neighbours: NeighbourGraph = new NeighbourGraph('exact', NO_STORAGE),
  ) {
    this.#source = source;
    this.#storage = storage;
    this.#memory = new StoredVectors(storage);
    this.#making = new Backoff(now);
    this.#backoff = new Backoff(now);
    this.#now = now;
    this.#all = [new IndexVectors(neighbours)];
  }

  /**
   * Adopts the stored vectors. Makes the missing ones only if a start need not wait long for them.
   */
  async adopt(indexes: Indexes): Promise<void> {
    if (this.#source === undefined) return;
    this.#problem = await this.#memory.problemOf(this.#source.recipe);
    if (!this.#source.isHere()) return this.#servePrevious(indexes);
    const missingMax = this.#source.isQuick ? ADOPTED_MISSING_MAX : 0;
    await this.#follow(this.#source, indexes, { missingMax });
  }

  /** Adopts the stored vectors when they are first needed, for a process that may never need them. */
  adoptOnDemand(indexes: Indexes): void {
    this.#deferred = indexes;
  }

  /** Loads and makes the vectors that are not loaded yet because nothing needed them. */
  ready(): Promise<void> {
    const indexes = this.#deferred;
    if (indexes !== undefined) {
      this.#deferred = undefined;
      this.#demanded = this.adopt(indexes).then(() =>
        this.#isPassing && this.#source?.isQuick !== true ? undefined : this.follow(indexes),
      );
    }
    return this.#demanded;
  }

  /**
   * Makes the vectors of indexes. A slow model works in the background. Work for earlier indexes is
   * stopped, and its results are reused. After a failure, a retry is delayed. `rows` are vectors of
   * files that the packaged model has already made; the source must use that model.
   */
  async follow(
    indexes: Indexes,
    signal?: AbortSignal,
    rows: ReadonlyMap<string, Int8Array> = new Map(),
  ): Promise<void> {
    if (this.#deferred !== undefined) {
      this.#deferred = indexes;
      return;
    }
    if (this.#source === undefined || this.isReady(indexes)) return;
    const current = this.#background?.indexes;
    if (current !== undefined && haveSameItems(current, indexes)) return;
    this.#background?.stop.abort();
    await this.#queue;
    // The awaited work may have made these vectors.
    if (this.isReady(indexes)) return;
    if (this.#source.isQuick) {
      const making = this.#follow(this.#source, indexes, { signal, rows });
      this.#queue = making;
      return making;
    }
    if (!this.#making.isDue) return this.#serveKnown(indexes);
    const stop = new AbortController();
    this.#background = { indexes, stop };
    this.#queue = this.#follow(this.#source, indexes, stop).then(() => {
      this.#background = undefined;
    });
  }

  /** Waits for background work; the signal stops it. */
  async settle(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.#background?.stop.abort();
    await this.ready();
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    await this.#queue;
    await Promise.all(this.#all.map(({ neighbours }) => neighbours.settle()));
    signal?.removeEventListener('abort', stop);
  }

  /** Stops background work and releases resources. */
  async close(): Promise<void> {
    this.#background?.stop.abort();
    await this.#queue;
    await Promise.all(this.#all.map(({ neighbours }) => neighbours.close()));
    await this.#source?.close();
  }

  /** Whether all vectors of the configured model exist. */
  isReady(indexes: Indexes): boolean {
    if (this.#source === undefined) return true;
    return indexes.every((index, place) => this.#of(place).isReady(index));
  }

  /** Whether every chunk of an index has a vector, by any model. */
  isWhole(index: TextIndex): boolean {
    if (this.#source === undefined) return true;
    return this.#all.some((vectors) => vectors.isWhole(index));
  }

  /** Makes vectors; errors are reported in the status. */
  async #follow(source: EmbedderSource, indexes: Indexes, options: FollowOptions): Promise<void> {
    try {
      if (!source.isHere()) await this.#servePrevious(indexes);
      const onProgress = (work: string): void => {
        this.#work = work;
      };
      const embedder = await abortable(source.open(onProgress), options.signal);
      await this.#make(embedder, source, indexes, options);
      this.#making.succeeded();
    } catch (error) {
      if (options.signal?.aborted === true) return;
      this.#making.failed();
      this.#problem = problemOf(error);
      await this.#memory.saveProblem({ recipe: source.recipe, problem: this.#problem });
      await this.#servePrevious(indexes);
    } finally {
      this.#work = '';
    }
  }

  async #make(
    embedder: Embedder,
    { isQuick, recipe }: EmbedderSource,
    indexes: Indexes,
    { signal, missingMax = Number.POSITIVE_INFINITY, rows = new Map() }: FollowOptions,
  ): Promise<void> {
    const stored = await this.#memory.storedBy(embedder.model);
    const isFirst = stored === undefined && this.#all.every((own) => own.ownSet() === undefined);
    const begun = indexes.map((index, place) => {
      const known = this.#of(place).begin(embedder, index, { recipe, stored });
      const vectors = withRows(known, rows);
      this.#unsavedCount += known.missing.length - vectors.missing.length;
      return vectors;
    });
    // A quick model finishes before any vectors of the previous model would be used.
    if (!isQuick && begun.some(({ missing }) => missing.length > 0))
      await this.#servePrevious(indexes);
    for (const [place, vectors] of begun.entries())
      if (vectors.missing.length === 0 || !isQuick) this.#of(place).take(vectors);
    const step = isQuick ? Number.MAX_SAFE_INTEGER : STEP;
    for (const [place, vectors] of begun.entries()) {
      if (vectors.missing.length > missingMax) continue;
      const textOf = (chunk: number) => this.#storage.textOf(vectors.index, chunk);
      for await (const count of this.#of(place).make(vectors, { step, textOf, signal })) {
        this.#unsavedCount += count;
        if (!isQuick) await this.#saveMany(isFirst);
      }
    }
    if (this.#isAllOwn()) this.#memory.release();
    if (isQuick) await this.#saveMany(isFirst);
    if (!this.isReady(indexes)) return;
    this.#problem = '';
    await this.#memory.forgetProblem();
    await this.#memory.forgetPrevious();
  }

  /** Uses known vectors for indexes, without making any. */
  async #serveKnown(indexes: Indexes): Promise<void> {
    await this.#servePrevious(indexes);
    for (const [place, index] of indexes.entries()) this.#of(place).takeKnown(index);
  }

  /** Uses the vectors of the previous model for indexes. */
  async #servePrevious(indexes: Indexes): Promise<void> {
    const previous = await this.#memory.previous();
    if (previous === undefined) return;
    for (const [place, index] of indexes.entries()) {
      const vectors = this.#of(place);
      if (vectors.serving?.index === index) continue;
      vectors.serve(vectorsOf(previous.set, previous.embedder, index));
    }
  }

  /**
   * Returns how near each file is to the question, or undefined while this index has no vectors.
   */
  async meaning(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Meaning | undefined> {
    const found = await this.#nearest(index, question, inScope);
    if (found === undefined) return undefined;
    const { near, fileCosines, areCosinesMeasured } = found;
    const meaning = { ...meaningOf(near, index), fileCosines };
    return areCosinesMeasured ? meaning : { ...meaning, nearest: undefined };
  }

  /** Like {@link meaning}, for sparse vectors. */
  async related(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Related | undefined> {
    const found = await this.#nearest(index, question, inScope);
    return found && relatedOf(found.near, index);
  }

  async #nearest(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Found | undefined> {
    await this.ready();
    const vectors = this.#all.find(({ serving }) => serving?.index === index);
    if (vectors?.serving === undefined || !this.#backoff.isDue) return undefined;
    const { missing, embedder } = vectors.serving;
    if (missing.length === index.chunkCount && missing.length > 0) return undefined;
    try {
      const vector = await embedder.embedQuestion(question);
      const fileCosines =
        embedder.isSparse === true ? new Float64Array() : vectors.fileCosines(vector);
      const near = await vectors.nearest(vector, NEAREST_MAX, chunksInScope(index, inScope));
      this.#backoff.succeeded();
      if (this.#all.every(({ own }) => own?.missing.length === 0)) this.#problem = '';
      const areCosinesMeasured = embedder.areCosinesMeasured === true;
      return { near, fileCosines, areCosinesMeasured };
    } catch (error) {
      this.#backoff.failed();
      this.#problem = problemOf(error);
      return undefined;
    }
  }

  /**
   * Creates a service for other indexes of similar code. It starts from these vectors and saves
   * nothing.
   */
  sibling(): VectorService {
    const storage: VectorStorage = {
      ...this.#storage,
      ...WITHOUT_PREVIOUS,
      load: () => this.ready().then(() => this.#ownSet()),
      save: () => Promise.resolve(),
    };
    return new VectorService(this.#source, storage, this.#now);
  }

  /**
   * Creates a sibling that adopts vectors for its indexes when they are first needed. A model that is
   * not quick makes none, because they are lost with the service.
   */
  passing(indexes: Indexes): VectorService {
    const service = this.sibling();
    service.#isPassing = true;
    service.adoptOnDemand(indexes);
    return service;
  }

  /** Whether vectors come from the packaged model, which every thread can load. */
  get isPackaged(): boolean {
    return this.#source?.isPackaged === true;
  }

  /** Whether the configuration asks for vectors. */
  get isIncluded(): boolean {
    return this.#source !== undefined;
  }

  status(): VectorStatus {
    const { indexes } = this.#background ?? {};
    return vectorStatus(this.#all, { indexes, work: this.#work, problem: this.#problem });
  }

  #of(place: number): IndexVectors {
    const known = this.#all[place];
    if (known !== undefined) return known;
    const made = new IndexVectors(new NeighbourGraph('exact', NO_STORAGE));
    this.#all[place] = made;
    return made;
  }

  #isAllOwn(): boolean {
    return this.#all.every(({ own }) => own !== undefined);
  }

  /** The existing rows of the configured model. */
  #ownSet(): VectorSet | undefined {
    return joinSets(this.#all.flatMap((vectors) => vectors.ownSet() ?? []));
  }

  /**
   * Saves when enough vectors are unsaved. Stored vectors are not overwritten while an index has
   * none yet.
   */
  async #saveMany(isFirst: boolean): Promise<void> {
    const unsavedMin = isFirst ? 1 : SAVED_MIN;
    const set = this.#unsavedCount >= unsavedMin && this.#isAllOwn() ? this.#ownSet() : undefined;
    if (set === undefined) return;
    await this.#memory.save(set);
    this.#unsavedCount = 0;
  }
}
