import { GraphMemoryError } from '../../base/errors.ts';
import type { Directory, DirectoryEntry } from '../../store/directory.ts';
import type { Database } from '../database.ts';
import type { StoredFile } from '../publish/upload-store.ts';

/** The files of a published index, as a directory that is only read. */
export class PublishedDirectory implements Directory {
  readonly location: string;
  readonly #database: Database;
  readonly #projectId: string;
  readonly #files: ReadonlyMap<string, StoredFile>;

  readonly #onRead: () => void;

  /** `onRead` is called when a file is read as a whole. */
  constructor(
    database: Database,
    projectId: string,
    files: readonly StoredFile[],
    onRead: () => void = () => undefined,
  ) {
    this.#onRead = onRead;
    this.location = database.address.shown;
    this.#database = database;
    this.#projectId = projectId;
    this.#files = new Map(files.map((file) => [file.name, file]));
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const file = this.#files.get(name);
    if (file === undefined) return undefined;
    this.#onRead();
    const pages = await this.#database.read(
      'select bytes from graph_memory.store_pages where project_id = $1 and hash = $2 order by page',
      [this.#projectId, file.hash],
    );
    const bytes = Buffer.concat(pages.map((page) => page['bytes'] as Buffer));
    // Removed since it was listed: the next question finds the newer revision.
    if (bytes.length !== file.bytes) throw removed(name);
    return bytes;
  }

  async readHead(name: string, byteCount: number): Promise<Uint8Array | undefined> {
    const file = this.#files.get(name);
    if (file === undefined) return undefined;
    const [head] = await this.#database.read(
      'select substring(bytes for $3) as bytes from graph_memory.store_pages where project_id = $1 and hash = $2 and page = 0',
      [this.#projectId, file.hash, byteCount],
    );
    return head?.['bytes'] as Buffer | undefined;
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    return [...this.#files.values()].map(({ name, bytes }) => ({ name, sizeBytes: bytes }));
  }

  write(): Promise<never> {
    return this.#refuse();
  }

  syncFile(): Promise<never> {
    return this.#refuse();
  }

  rename(): Promise<never> {
    return this.#refuse();
  }

  syncFolder(): Promise<never> {
    return this.#refuse();
  }

  createExclusive(): Promise<never> {
    return this.#refuse();
  }

  remove(): Promise<never> {
    return this.#refuse();
  }

  async #refuse(): Promise<never> {
    throw new GraphMemoryError('GM_IO', 'a published index is only read', {
      hint: 'Publish a new one from a clone of the project.',
    });
  }
}

function removed(name: string): GraphMemoryError {
  return new GraphMemoryError('GM_BUSY', `${name} of the published index was removed meanwhile`, {
    hint: 'Retry: a newer one has been published.',
  });
}
