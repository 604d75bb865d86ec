/**
 * Writes notes into their folder, and nothing outside of it. Writers of all processes take turns by
 * a lock in the folder, and files are replaced atomically.
 */
import { join } from 'node:path';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import { resolveInside } from '../files/containment.ts';
import { fileFingerprint } from '../files/fingerprints.ts';
import { NOTE_ID, NOTES_FOLDER } from '../model/note.ts';
import { dirnameOf } from '../model/path.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { DiskDirectory } from '../store/disk-directory.ts';
import { type WriterIdentity, WriterLock } from '../store/writer-lock.ts';
import { retryWhileBusy } from './retry-busy.ts';
import { TurnQueue } from './turn-queue.ts';

const NOTE_BYTES_MAX = 32 * 1024;
const NOTES_MAX = 2000;
/** Number of tries to take the lock: about a minute. */
const TRIES_MAX = 64;

/** The folders of the notes of a project. */
export interface NotesFolders {
  /** Versioned with the code. */
  readonly team: NotesFolder;
  /** The user's own, outside of the project. */
  readonly personal: NotesFolder | undefined;
}

export function notesFoldersOf(
  { root, personalNotes }: Pick<ProjectConfig, 'root' | 'personalNotes'>,
  identity: WriterIdentity,
): NotesFolders {
  const personal =
    personalNotes === undefined ? undefined : new NotesFolder(personalNotes, '', identity);
  return { team: new NotesFolder(root, NOTES_FOLDER, identity), personal };
}

/** The text of a note file. */
interface NoteFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

export class NotesFolder {
  readonly #root: string;
  /** Relative to the root; empty for the root itself. */
  readonly #folder: string;
  readonly #directory: DiskDirectory;
  readonly #identity: WriterIdentity;
  /** Writers of this process wait for each other, not for the lock. */
  readonly #turns = new TurnQueue();
  #files: readonly NoteFile[] = [];
  #fingerprint = '';

  /** Creates the folder of notes at a path inside of a root, which itself may be a link. */
  constructor(root: string, folder: string, identity: WriterIdentity) {
    this.#root = root;
    this.#folder = folder;
    this.#directory = new DiskDirectory(join(root, folder));
    this.#identity = identity;
  }

  /** Returns the path that a note is listed with: in the project, or else absolute. */
  pathOf(id: string): string {
    return this.#folder === '' ? join(this.#root, `${id}.md`) : this.#pathInside(id);
  }

  #pathInside(id: string): string {
    return this.#folder === '' ? `${id}.md` : `${this.#folder}/${id}.md`;
  }

  /** Returns the files, sorted by name; the same array while none has changed. */
  async read(): Promise<readonly NoteFile[]> {
    const entries = (await this.#directory.list())
      .filter(({ name, sizeBytes }) => name.endsWith('.md') && sizeBytes <= NOTE_BYTES_MAX)
      .slice(0, NOTES_MAX)
      .map(({ name }) => ({ name, path: join(this.#directory.location, name) }));
    const fingerprint = entries.map(({ path }) => `${path} ${fileFingerprint(path)}`).join('\n');
    if (fingerprint === this.#fingerprint) return this.#files;
    const files: NoteFile[] = [];
    for (const { name, path } of entries) {
      const bytes = await this.#directory.read(name);
      if (bytes !== undefined) files.push({ path, text: Buffer.from(bytes).toString() });
    }
    this.#files = files;
    this.#fingerprint = fingerprint;
    return files;
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
    const directory = this.#directory;
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
      throw limit(
        `a folder of notes has at most ${NOTES_MAX} notes`,
        'Remove notes that no longer hold.',
      );
  }

  /** Refuses links: a note is written into the folder itself, wherever the link leads. */
  #checkLinks(id: string): void {
    const folders = this.#folder === '' ? [] : [dirnameOf(this.#folder), this.#folder];
    for (const path of [...folders, this.#pathInside(id)]) {
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
