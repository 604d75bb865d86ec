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
import { reuseRows } from '../vector/reuse.ts';
import type { VectorSet } from '../vector/vector-set.ts';

/** Where vectors are kept between processes. */
export interface VectorShelf {
  load(): Promise<VectorSet | undefined>;
  save(set: VectorSet): Promise<void>;
}

export interface VectorStatus {
  /** Empty: by configuration there are none. */
  readonly model: string;
  readonly chunks: number;
  /** What keeps them from being there; empty when nothing does. */
  readonly problem: string;
}

/** So many new rows are worth writing all of them; fewer are made again at the next start. */
const SAVED_MIN = 200;

/** What these take is not felt. */
const ADOPTED_MISSING_MAX = 500;

interface Ready {
  readonly index: TextIndex;
  readonly set: VectorSet;
  readonly scan: ExactScan;
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

  /** Without an embedder there are no vectors, and nobody misses them. */
  constructor(embedder: (() => Embedder) | undefined, shelf: VectorShelf) {
    this.#embedder = embedder;
    this.#shelf = shelf;
  }

  /** The vectors of an index that are at hand, unless more are missing than a start should wait for. */
  async adopt(index: TextIndex): Promise<void> {
    await this.follow(index, undefined, ADOPTED_MISSING_MAX);
  }

  /** Makes the vectors of an index, unless more than so many are missing. Returns how many it made. */
  async follow(
    index: TextIndex,
    signal?: AbortSignal,
    missingMax = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    if (this.#embedder === undefined || this.#ready?.index === index) return 0;
    try {
      const embedder = this.#embedder();
      const known = await this.#known(embedder.model);
      const keys = chunkKeys(index.data);
      const { rows, missing } = reuseRows(known, keys, embedder.dimensions);
      if (missing.length > missingMax) return 0;
      if (missing.length > 0) {
        const made = await embedder.embedChunks({ index: index.data, chunks: missing, signal });
        for (const [place, chunk] of missing.entries()) {
          const from = place * embedder.dimensions;
          rows.set(made.subarray(from, from + embedder.dimensions), chunk * embedder.dimensions);
        }
      }
      const set = { model: embedder.model, dimensions: embedder.dimensions, keys, rows };
      this.#ready = { index, set, scan: new ExactScan(rows, embedder.dimensions) };
      this.#stored = undefined;
      this.#problem = '';
      this.#unsavedCount += missing.length;
      if (known === undefined || this.#unsavedCount >= SAVED_MIN) await this.#save(set);
      return missing.length;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return 0;
    }
  }

  /** How near each file is to the question; undefined while vectors of this index are not there. */
  async meaning(
    index: TextIndex,
    question: string,
    inScope: Uint8Array,
  ): Promise<Meaning | undefined> {
    const ready = this.#ready;
    if (ready?.index !== index || this.#embedder === undefined) return undefined;
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
      load: () => Promise.resolve(this.#ready?.set),
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
      chunks: this.#ready?.index.chunkCount ?? 0,
      problem: this.#problem,
    };
  }

  /** Vectors of before, or those on disk; none that another model made. */
  async #known(model: string): Promise<VectorSet | undefined> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      this.#stored = await this.#shelf.load().catch(() => undefined);
    }
    const known = this.#ready?.set ?? this.#stored;
    return known?.model === model ? known : undefined;
  }

  /** A disk that refuses, or another process that writes, costs making them again. */
  async #save(set: VectorSet): Promise<void> {
    try {
      await this.#shelf.save(set);
      this.#unsavedCount = 0;
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
    }
  }
}
