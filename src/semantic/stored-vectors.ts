/**
 * Stores vectors between processes: the last saved ones, and those of the previous model, which
 * answer while vectors of the next model are made.
 */
import { isGraphMemoryError } from '../base/errors.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { VectorsProblem } from '../store/vectors-problem.ts';
import type { VectorSet } from '../vector/vector-set.ts';

export interface VectorStorage {
  load(): Promise<VectorSet | undefined>;
  save(set: VectorSet): Promise<void>;
  /**
   * Loads the vectors of the previous model; undefined when there are none or they are no longer
   * needed.
   */
  loadPrevious(): Promise<VectorSet | undefined>;
  savePrevious(set: VectorSet | undefined): Promise<void>;
  /**
   * Returns the embedder that made earlier vectors, if it is available without a network service
   * that is no longer configured.
   */
  previousSource(recipe: string): EmbedderSource | undefined;
  /** The reason why the last attempt to make vectors failed. */
  loadProblem(): Promise<VectorsProblem | undefined>;
  saveProblem(problem: VectorsProblem | undefined): Promise<void>;
  /** Returns the path and current lines of a chunk, with secrets masked. */
  textOf(index: TextIndex, chunk: number): Promise<string>;
}

/** For vectors that no other model's replace, and whose problems are not stored. */
export const WITHOUT_PREVIOUS = {
  previousSource: () => undefined,
  loadPrevious: () => Promise.resolve(undefined),
  savePrevious: () => Promise.resolve(),
  loadProblem: () => Promise.resolve(undefined),
  saveProblem: () => Promise.resolve(),
} satisfies Partial<VectorStorage>;

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
  /** Whether a problem is stored, as far as is known. */
  #hasProblem = false;

  constructor(storage: VectorStorage) {
    this.#storage = storage;
  }

  /**
   * Returns the vectors of a model that another process has saved; undefined after {@link release}.
   */
  async storedBy(model: string): Promise<VectorSet | undefined> {
    await this.#load();
    return this.#stored?.model === model ? this.#stored : undefined;
  }

  /** Releases the stored vectors, which have been taken over. */
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

  /** Returns the stored reason why vectors with these settings could not be made; empty if none. */
  async problemOf(recipe: string): Promise<string> {
    const stored = await this.#storage.loadProblem().catch(() => undefined);
    this.#hasProblem = stored !== undefined;
    return stored?.recipe === recipe ? stored.problem : '';
  }

  async saveProblem(problem: VectorsProblem): Promise<void> {
    this.#hasProblem = true;
    await unlessRefused(this.#storage.saveProblem(problem));
  }

  async forgetProblem(): Promise<void> {
    if (!this.#hasProblem) return;
    this.#hasProblem = false;
    await unlessRefused(this.#storage.saveProblem(undefined));
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

/** If the disk refuses or another process is writing, the vectors have to be made again later. */
async function unlessRefused(save: Promise<void>): Promise<void> {
  await save.catch((error: unknown) => {
    if (!isGraphMemoryError(error)) throw error;
  });
}
