import type { RepoPath } from '../model/path.ts';
import type { Facts, FactsChange, FactsChanges, KnownFacts } from '../store/facts-file.ts';

/** Stored on disk, facts take a tenth of this for ten thousand files of fifty lines. */
const BYTES_MAX = 128 * 1024 * 1024;

/**
 * Facts of earlier file contents, kept while the process lives, so that switching back to a branch
 * parses nothing again. Keeps only the latest content of each file. When the size limit is reached,
 * the oldest entries are dropped.
 */
export class FactsHistory implements KnownFacts {
  readonly #kept = new Map<RepoPath, FactsChange>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** Records the facts that the changes are about to replace. */
  add(facts: Facts, { changed, removed }: FactsChanges): void {
    for (const path of [...changed.keys(), ...removed]) {
      const bytes = facts.bytesOf(path);
      const hash = facts.hashOf(path);
      if (bytes === undefined || hash === undefined || hash === changed.get(path)?.hash) continue;
      // Copied, because a view would keep the whole facts file in memory.
      this.#keep(path, { hash, bytes: bytes.slice() });
    }
  }

  /** Records facts by path. */
  keepAll(changed: ReadonlyMap<RepoPath, FactsChange>): void {
    for (const [path, change] of changed) this.#keep(path, change);
  }

  #keep(path: RepoPath, change: FactsChange): void {
    this.#drop(path);
    this.#kept.set(path, change);
    this.#bytes += change.bytes.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(path: RepoPath): void {
    this.#bytes -= this.#kept.get(path)?.bytes.byteLength ?? 0;
    this.#kept.delete(path);
  }

  hashOf(path: RepoPath): string | undefined {
    return this.#kept.get(path)?.hash;
  }

  bytesOf(path: RepoPath): Uint8Array | undefined {
    return this.#kept.get(path)?.bytes;
  }
}
