import { join } from 'node:path';
import { DiskDirectory } from './disk-directory.ts';
import type { SharedBlobs } from './shared-blobs.ts';

/** Blobs read at the same time, so that a network drive is not waited for one by one. */
const READS_AT_ONCE = 32;

/** Whatever the user's umask permits, because other users read the folder too. */
const SHARED_MODES = { folder: 0o777, file: 0o666 };

/** Blobs as files of a folder, for example on a network drive or in the cache of a CI service. */
export class FolderBlobs implements SharedBlobs {
  readonly location: string;
  readonly #writer: string;

  /** The path is absolute. The first write creates the folder. `writer` differs between processes. */
  constructor(location: string, writer: string) {
    this.location = location;
    this.#writer = writer;
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    await this.#each(keys, async (key) => {
      const blob = await this.#folderOf(key).read(key);
      if (blob !== undefined) found.set(key, blob);
    });
    return found;
  }

  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    await this.#each(keys, async (key) => {
      if ((await this.#folderOf(key).readHead(key, 1)) !== undefined) found.add(key);
    });
    return found;
  }

  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    await this.#each([...blobs.keys()], async (key) => {
      const folder = this.#folderOf(key);
      const temporary = `${key}.${this.#writer}.tmp`;
      await folder.write(temporary, blobs.get(key) ?? new Uint8Array());
      // Not synced: what a power loss damages is told by its hash, and derived again.
      await folder.rename(temporary, key);
    });
  }

  /** Spreads the files over folders, because some file systems are slow with many in one. */
  #folderOf(key: string): DiskDirectory {
    return new DiskDirectory(join(this.location, key.slice(0, 2)), SHARED_MODES);
  }

  async #each(keys: readonly string[], run: (key: string) => Promise<void>): Promise<void> {
    for (let start = 0; start < keys.length; start += READS_AT_ONCE)
      await Promise.all(keys.slice(start, start + READS_AT_ONCE).map(run));
  }
}
