import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { GraphMemoryError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readLargeFile, withRegularFile } from '../base/regular-file.ts';
import type { Directory, DirectoryEntry, FileContent } from './directory.ts';
import { fileInTheWay, ioError, systemCode } from './io-error.ts';

/**
 * Error codes of folders that cannot be synced. Windows has no handles on folders, and some network
 * file systems do not support it; their renames are as durable as possible. Other errors, such as
 * EIO of a dying disk, are thrown.
 */
const FOLDER_SYNC_UNSUPPORTED: readonly (string | undefined)[] = [
  'EISDIR',
  'EPERM',
  'EINVAL',
  'ENOTSUP',
];

/** Error codes if a file is in place of a folder; the second occurs when creating the folder. */
const FILE_IN_THE_WAY: readonly (string | undefined)[] = ['ENOTDIR', 'EEXIST'];

/**
 * Mode of the folder. An index reveals the content of the sources, so it is as private as the
 * strictest of them.
 */
const FOLDER_MODE = 0o700;
/** Restrictive, because an existing folder may be readable by others. */
const FILE_MODE = 0o600;

/** Maximum number of bytes that Node reads or writes in one call. */
const FILE_BYTES_MAX = 2 ** 31 - 2;

/**
 * Stands in for the content of a pipe, a device or an oversized file. No store file is empty, so it
 * counts as damaged and is replaced.
 */
const NOTHING = new Uint8Array(0);

/** Returns the names of the subfolders; empty if the folder cannot be listed. */
export async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Permissions of what is created. */
interface Modes {
  readonly folder: number;
  readonly file: number;
}

/** A folder on disk. The first write creates it, so reading a project leaves no trace. */
export class DiskDirectory implements Directory {
  readonly location: string;

  readonly #modes: Modes;

  /** Creates a directory at an absolute path. By default only its owner may read it. */
  constructor(location: string, modes: Modes = { folder: FOLDER_MODE, file: FILE_MODE }) {
    this.location = location;
    this.#modes = modes;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const path = this.#path(name);
    try {
      const found = await readLargeFile(path, { bytesMax: FILE_BYTES_MAX });
      return found instanceof Uint8Array ? found : NOTHING;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw await this.#refusal(`read ${name}`, error);
    }
  }

  async readHead(name: string, byteCount: number): Promise<Uint8Array | undefined> {
    const path = this.#path(name);
    try {
      const head = await withRegularFile(path, async (handle) => {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(byteCount), 0, byteCount, 0);
        return buffer.subarray(0, bytesRead);
      });
      return head ?? NOTHING;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw await this.#refusal(`read ${name}`, error);
    }
  }

  async write(name: string, content: FileContent): Promise<void> {
    const path = this.#path(name);
    try {
      await this.#make();
      const bytes = content instanceof Uint8Array ? content : content.pieces;
      await writeFile(path, bytes, { mode: this.#modes.file });
    } catch (error) {
      throw await this.#refusal(`write ${name}`, error);
    }
  }

  async syncFile(name: string): Promise<void> {
    const path = this.#path(name);
    try {
      // Windows flushes only through handles that may write.
      await withHandle(path, 'r+', (handle) => handle.sync());
    } catch (error) {
      throw await this.#refusal(`sync ${name}`, error);
    }
  }

  async rename(source: string, target: string): Promise<boolean> {
    const sourcePath = this.#path(source);
    const targetPath = this.#path(target);
    try {
      await rename(sourcePath, targetPath);
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw await this.#refusal(`rename ${source} to ${target}`, error);
    }
  }

  async syncFolder(): Promise<void> {
    try {
      await withHandle(this.location, 'r', (handle) => handle.sync());
    } catch (error) {
      if (FOLDER_SYNC_UNSUPPORTED.includes(systemCode(error))) return;
      throw await this.#refusal('sync the folder', error);
    }
  }

  async createExclusive(name: string, bytes: Uint8Array): Promise<boolean> {
    const path = this.#path(name);
    let isFolderThere = false;
    let created = false;
    try {
      await this.#make();
      isFolderThere = true;
      await withHandle(path, 'wx', async (handle) => {
        created = true;
        await handle.writeFile(bytes);
      });
      return true;
    } catch (error) {
      if (isFolderThere && !created && systemCode(error) === 'EEXIST') return false;
      // A full disk may create the file and then fail to write its content. The empty file must be
      // removed.
      if (created) await this.remove(name);
      throw await this.#refusal(`create ${name}`, error);
    }
  }

  async remove(name: string): Promise<void> {
    const path = this.#path(name);
    try {
      await rm(path, { force: true });
    } catch (error) {
      throw await this.#refusal(`remove ${name}`, error);
    }
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    try {
      const entries = await readdir(this.location, { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      const sized = await Promise.all(files.map((name) => this.#entry(name)));
      return sized
        .filter((entry) => entry !== undefined)
        .sort((a, b) => compareStrings(a.name, b.name));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw await this.#refusal('list the files', error);
    }
  }

  /**
   * Returns undefined if the file was removed since it was listed, which is normal for a lock or a
   * temporary file.
   */
  async #entry(name: string): Promise<DirectoryEntry | undefined> {
    try {
      return { name, sizeBytes: (await stat(join(this.location, name))).size };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #refusal(attempt: string, error: unknown): Promise<GraphMemoryError> {
    const isInTheWay = FILE_IN_THE_WAY.includes(systemCode(error));
    const file = isInTheWay ? await fileOnTheWayTo(this.location) : undefined;
    return file === undefined
      ? ioError(this.location, attempt, error)
      : fileInTheWay(this.location, attempt, file, error);
  }

  async #make(): Promise<void> {
    await makeFolder(this.location, this.#modes.folder);
  }

  #path(name: string): string {
    assert(/^\w[\w.-]*$/.test(name), `not a file name: ${name}`);
    return join(this.location, name);
  }
}

/** Returns the path or its nearest parent that exists but is no folder, if it can be determined. */
async function fileOnTheWayTo(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) return found.isDirectory() ? undefined : path;
  const above = dirname(path);
  return above === path ? undefined : fileOnTheWayTo(above);
}

async function withHandle<Result>(
  path: string,
  flags: string,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, flags, FILE_MODE);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
