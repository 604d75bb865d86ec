/**
 * Stores the facts of file contents at other revisions beside the index: `revision-N.gm`, each in the
 * layout of facts.gm. A file is written once and not changed; the oldest are removed at the limits.
 */
import { runYielding } from '../base/cooperative.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { RepoPath } from '../model/path.ts';
import { writeAtomic } from './atomic-write.ts';
import type { Directory } from './directory.ts';
import { encodeFactsSteps, type Facts, type FactsChange, FactsFile } from './facts-file.ts';
import type { StoreOptions } from './snapshot-store.ts';
import { isRevisionName, revisionName, revisionNumber } from './store-files.ts';
import { WriterLock } from './writer-lock.ts';

/** Most bytes of all files together. */
export const REVISION_BYTES_MAX = 64 * 1024 * 1024;
/** Most files: each is read and checked before the first answer about a revision. */
const FILES_MAX = 32;

export class RevisionFacts {
  readonly #directory: Directory;
  readonly #options: StoreOptions;

  constructor(directory: Directory, options: StoreOptions) {
    this.#directory = directory;
    this.#options = options;
  }

  /** Returns what is stored, newest first. Damaged files and those of other versions are left out. */
  async *load(): AsyncGenerator<{ readonly facts: Facts; readonly sizeBytes: number }> {
    for (const { name, sizeBytes } of await this.#files()) {
      const facts = await this.#read(name);
      if (facts !== undefined) yield { facts, sizeBytes };
    }
  }

  /**
   * Adds facts. Nothing is written while another process writes, or if the disk refuses: that only
   * costs time later.
   */
  async add(changed: ReadonlyMap<RepoPath, FactsChange>): Promise<void> {
    const lock = new WriterLock(this.#directory, this.#options.writer);
    try {
      await lock.take();
      try {
        await this.#write(changed);
        await this.#prune();
      } finally {
        await lock.release();
      }
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
    }
  }

  async #write(changed: ReadonlyMap<RepoPath, FactsChange>): Promise<void> {
    const [newest] = await this.#files();
    const generation = newest === undefined ? 1 : revisionNumber(newest.name) + 1;
    const { cacheKey, writer } = this.#options;
    const head = { generation, cacheKey, snapshot: '' };
    const steps = encodeFactsSteps(head, undefined, { changed, removed: new Set() });
    const bytes = await runYielding(steps, writer.now);
    await writeAtomic(this.#directory, revisionName(generation), bytes);
  }

  async #prune(): Promise<void> {
    let total = 0;
    for (const [place, { name, sizeBytes }] of (await this.#files()).entries()) {
      total += sizeBytes;
      const isKept = place < FILES_MAX && total <= REVISION_BYTES_MAX && (await this.#read(name));
      if (!isKept) await this.#directory.remove(name);
    }
  }

  /** Returns the files, newest first. */
  async #files() {
    const files = (await this.#directory.list()).filter(({ name }) => isRevisionName(name));
    return files.sort((a, b) => revisionNumber(b.name) - revisionNumber(a.name));
  }

  async #read(name: string): Promise<Facts | undefined> {
    try {
      const bytes = await this.#directory.read(name);
      const facts = bytes && new FactsFile(bytes);
      return facts?.cacheKey === this.#options.cacheKey ? facts : undefined;
    } catch (error) {
      if (isGraphMemoryError(error)) return undefined;
      throw error;
    }
  }
}
