/**
 * Writes notes into a project, and nothing outside of their folder. Writers of all processes take
 * turns by a lock in the folder, and files are replaced atomically.
 */
import { join } from 'node:path';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { resolveInside } from '../files/containment.ts';
import { NOTE_ID, NOTES_FOLDER } from '../model/note.ts';
import { dirnameOf, type RepoPath, toRepoPath } from '../model/path.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { DiskDirectory } from '../store/disk-directory.ts';
import { type WriterIdentity, WriterLock } from '../store/writer-lock.ts';
import { retryWhileBusy } from './retry-busy.ts';
import { TurnQueue } from './turn-queue.ts';

const NOTE_BYTES_MAX = 32 * 1024;
const NOTES_MAX = 2000;
/** Number of tries to take the lock: about a minute. */
const TRIES_MAX = 64;

export class NotesFolder {
  readonly #root: string;
  readonly #identity: WriterIdentity;
  /** Writers of this process wait for each other, not for the lock. */
  readonly #turns = new TurnQueue();

  constructor(root: string, identity: WriterIdentity) {
    this.#root = root;
    this.#identity = identity;
  }

  /** Returns the path of the note with an id. */
  pathOf(id: string): RepoPath {
    return toRepoPath(`${NOTES_FOLDER}/${id}.md`);
  }

  /**
   * Replaces the text of a note. `change` gets the present text, or undefined, under the lock; it
   * may return undefined to leave the note as it is.
   * @throws {GraphMemoryError} GM_USAGE for an id that is no file name, or a link in the way;
   * GM_LIMIT; GM_BUSY; GM_IO; any error of `change`.
   */
  async write(
    id: string,
    change: (before: string | undefined) => string | undefined,
  ): Promise<void> {
    if (!NOTE_ID.test(id))
      throw new GraphMemoryError('GM_USAGE', `"${id}" cannot be the id of a note`, {
        hint: 'Use up to 80 small letters, digits and hyphens.',
        details: { id },
      });
    this.#checkLinks(id);
    await this.#turns.inTurn(() => this.#write(id, change));
  }

  async #write(
    id: string,
    change: (before: string | undefined) => string | undefined,
  ): Promise<void> {
    const directory = new DiskDirectory(join(this.#root, NOTES_FOLDER));
    const lock = new WriterLock(directory, this.#identity);
    const { pause } = this.#identity;
    await retryWhileBusy(() => lock.take(), { triesMax: TRIES_MAX, pause });
    try {
      this.#checkLinks(id);
      const name = `${id}.md`;
      const bytes = await directory.read(name);
      const text = change(bytes && Buffer.from(bytes).toString());
      if (text === undefined) return;
      await this.#checkLimits(directory, text, bytes === undefined);
      await lock.confirm();
      await directory.remove(`${name}.tmp`);
      await writeAtomic(directory, name, Buffer.from(text));
    } finally {
      await lock.release();
    }
  }

  async #checkLimits(directory: DiskDirectory, text: string, isNew: boolean): Promise<void> {
    if (Buffer.byteLength(text) > NOTE_BYTES_MAX)
      throw limit(`a note is at most ${NOTE_BYTES_MAX} bytes long`, 'Shorten it, or write two.');
    if (isNew && (await directory.list()).length > NOTES_MAX)
      throw limit(`a project has at most ${NOTES_MAX} notes`, 'Remove notes that no longer hold.');
  }

  /** Refuses links: a note is written into the project itself, wherever the link leads. */
  #checkLinks(id: string): void {
    for (const path of [dirnameOf(NOTES_FOLDER), NOTES_FOLDER, this.pathOf(id)]) {
      if (this.#resolved(path) === path) continue;
      throw new GraphMemoryError('GM_USAGE', `${path} is a symbolic link, so no note is written`, {
        hint: 'Replace the link by a folder or file of the project.',
        details: { path },
      });
    }
  }

  #resolved(path: string): string {
    try {
      return resolveInside(this.#root, path);
    } catch (error) {
      // Written for the first time.
      if (isGraphMemoryError(error) && error.code === 'GM_FILE_NOT_FOUND') return path;
      throw error;
    }
  }
}

function limit(message: string, hint: string): GraphMemoryError {
  return new GraphMemoryError('GM_LIMIT', message, { hint });
}
