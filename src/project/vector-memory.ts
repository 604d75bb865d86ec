/**
 * Vectors between processes: those that were saved last, and those of the model before, which answer
 * while those of the next are made.
 */
import { isGraphMemoryError } from '../base/errors.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { VectorSet } from '../vector/vector-set.ts';

/** Where vectors are kept. */
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

/** What the model before has made. */
interface Earlier {
  readonly set: VectorSet;
  readonly embedder: Embedder;
}

export class VectorMemory {
  readonly #shelf: VectorShelf;
  #isLoaded = false;
  #stored: VectorSet | undefined;
  #earlier: Earlier | undefined;
  #isEarlierSought = false;
  #isEarlierSaved = false;

  constructor(shelf: VectorShelf) {
    this.#shelf = shelf;
  }

  /** What another process has saved, by a model; undefined once it was {@link letGo}. */
  async storedBy(model: string): Promise<VectorSet | undefined> {
    await this.#load();
    return this.#stored?.model === model ? this.#stored : undefined;
  }

  /** What was stored has been taken over. */
  letGo(): void {
    this.#stored = undefined;
  }

  async earlier(): Promise<Earlier | undefined> {
    if (!this.#isEarlierSought) {
      this.#isEarlierSought = true;
      this.#earlier = await this.#openEarlier().catch(() => undefined);
    }
    return this.#earlier;
  }

  async forgetEarlier(): Promise<void> {
    if (this.#earlier === undefined) return;
    this.#earlier = undefined;
    if (this.#isEarlierSaved) await unlessRefused(this.#shelf.saveEarlier(undefined));
  }

  async save(set: VectorSet): Promise<void> {
    if (this.#earlier !== undefined && !this.#isEarlierSaved) {
      await unlessRefused(this.#shelf.saveEarlier(this.#earlier.set));
      this.#isEarlierSaved = true;
    }
    await unlessRefused(this.#shelf.save(set));
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.#stored = await this.#shelf.load().catch(() => undefined);
  }

  async #openEarlier(): Promise<Earlier | undefined> {
    await this.#load();
    for (const set of [await this.#shelf.loadEarlier(), this.#stored]) {
      const source = set && this.#shelf.earlierSource(set.recipe);
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
