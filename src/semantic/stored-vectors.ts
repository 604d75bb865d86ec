/**
 * Vectors between processes: those that were saved last, and those of the model before, which answer
 * while those of the next are made.
 */
import { isGraphMemoryError } from '../base/errors.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { VectorSet } from '../vector/vector-set.ts';

/** Where vectors are kept. */
export interface VectorStorage {
  load(): Promise<VectorSet | undefined>;
  save(set: VectorSet): Promise<void>;
  /** Those of the model before; undefined: they are needed no more. */
  loadPrevious(): Promise<VectorSet | undefined>;
  savePrevious(set: VectorSet | undefined): Promise<void>;
  /** What made vectors before, if it can still be had without a network that is not named any more. */
  previousSource(recipe: string): EmbedderSource | undefined;
  /** Path and lines of a chunk as they are now, secrets masked. */
  textOf(index: TextIndex, chunk: number): Promise<string>;
}

/** What the model before has made. */
interface PreviousModel {
  readonly set: VectorSet;
  readonly embedder: Embedder;
}

export class StoredVectors {
  readonly #storage: VectorStorage;
  #isLoaded = false;
  #stored: VectorSet | undefined;
  #previous: PreviousModel | undefined;
  #isPreviousLoaded = false;
  #isPreviousSaved = false;

  constructor(storage: VectorStorage) {
    this.#storage = storage;
  }

  /** What another process has saved, by a model; undefined once it was {@link release}. */
  async storedBy(model: string): Promise<VectorSet | undefined> {
    await this.#load();
    return this.#stored?.model === model ? this.#stored : undefined;
  }

  /** What was stored has been taken over. */
  release(): void {
    this.#stored = undefined;
  }

  async previous(): Promise<PreviousModel | undefined> {
    if (!this.#isPreviousLoaded) {
      this.#isPreviousLoaded = true;
      this.#previous = await this.#openPrevious().catch(() => undefined);
    }
    return this.#previous;
  }

  async forgetPrevious(): Promise<void> {
    if (this.#previous === undefined) return;
    this.#previous = undefined;
    if (this.#isPreviousSaved) await unlessRefused(this.#storage.savePrevious(undefined));
  }

  async save(set: VectorSet): Promise<void> {
    if (this.#previous !== undefined && !this.#isPreviousSaved) {
      await unlessRefused(this.#storage.savePrevious(this.#previous.set));
      this.#isPreviousSaved = true;
    }
    await unlessRefused(this.#storage.save(set));
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.#stored = await this.#storage.load().catch(() => undefined);
  }

  async #openPrevious(): Promise<PreviousModel | undefined> {
    await this.#load();
    for (const set of [await this.#storage.loadPrevious(), this.#stored]) {
      const source = set && this.#storage.previousSource(set.recipe);
      if (set === undefined || source?.isHere() !== true) continue;
      const embedder = await source.open(() => undefined);
      if (embedder.model === set.model) return { set, embedder };
    }
    return undefined;
  }
}

/** A disk that refuses, or another process that writes, costs making vectors again. */
async function unlessRefused(save: Promise<void>): Promise<void> {
  await save.catch((error: unknown) => {
    if (!isGraphMemoryError(error)) throw error;
  });
}
