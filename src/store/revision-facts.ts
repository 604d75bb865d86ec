/**
 * Stores the facts of file contents at other revisions beside the index: `revision-N.gm`, each in the
 * layout of facts.gm. A file is written once and not changed; the oldest are removed at the limits.
 */
import { isGraphMemoryError } from '../base/errors.ts';
import type { RepoPath } from '../model/path.ts';
import type { Directory } from './directory.ts';
import type { Facts, FactsChange } from './facts-file.ts';
import { FactsFiles } from './facts-files.ts';
import type { StoreOptions } from './snapshot-store.ts';
import { REVISION_NAMES } from './store-files.ts';
import { WriterLock } from './writer-lock.ts';

/** Most bytes of all files together. */
export const REVISION_BYTES_MAX = 64 * 1024 * 1024;
/** Most files: each is read and checked before the first answer about a revision. */
const FILES_MAX = 32;

export class RevisionFacts {
  readonly #directory: Directory;
  readonly #options: StoreOptions;
  readonly #files: FactsFiles;

  constructor(directory: Directory, options: StoreOptions) {
    this.#directory = directory;
    this.#options = options;
    const { cacheKey, writer } = options;
    this.#files = new FactsFiles(directory, REVISION_NAMES, { cacheKey, now: writer.now });
  }

  /** Returns what is stored, newest first. Damaged files and those of other versions are left out. */
  load(): AsyncGenerator<{ readonly facts: Facts; readonly sizeBytes: number }> {
    return this.#files.load();
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
        await this.#files.write(changed);
        await this.#prune();
      } finally {
        await lock.release();
      }
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
    }
  }

  async #prune(): Promise<void> {
    let total = 0;
    for (const [place, { name, sizeBytes }] of (await this.#files.list()).entries()) {
      total += sizeBytes;
      const isKept =
        place < FILES_MAX &&
        total <= REVISION_BYTES_MAX &&
        (await this.#files.isReadable(name, sizeBytes));
      if (!isKept) await this.#directory.remove(name);
    }
  }
}
