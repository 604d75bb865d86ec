/** Reads and replaces the configuration files of clients: whole and atomically. */
import { existsSync } from 'node:fs';
import { chmod, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { unusable } from './formats/config-format.ts';

/** Claude Code keeps much more than settings in its file. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * Returns the text of a file; undefined if there is none.
 * @throws {GraphMemoryError} GM_CONFIG_INVALID when it is no text in UTF-8, GM_IO when it cannot be read.
 */
export function readText(path: string): string | undefined {
  try {
    const found = readRegularFile(path, { bytesMax: BYTES_MAX });
    if (!('bytes' in found)) throw unusable(path, 'is too large, or no regular file');
    const text = found.bytes.toString('utf8');
    if (!Buffer.from(text).equals(found.bytes)) throw unusable(path, 'is no text in UTF-8');
    return text;
  } catch (error) {
    if (error instanceof GraphMemoryError) throw error;
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw refused(path, 'read', error);
  }
}

/**
 * Replaces a text, or removes the file if `after` is undefined, unless it differs from `before` by now.
 * `path` is a real path, so that a link to the file stays a link. Permissions stay, or are `newMode`.
 * Returns the folders that were created for the file, the innermost first.
 */
export async function replaceText(
  path: string,
  before: string | undefined,
  after: string | undefined,
  newMode = 0o644,
): Promise<readonly string[]> {
  if (readText(path) !== before) throw changedMeanwhile(path);
  const temporary = `${path}.graph-memory.tmp`;
  try {
    if (after === undefined) {
      await rm(path);
      return [];
    }
    const created = await makeParents(dirname(path));
    const mode = before === undefined ? newMode : (await stat(path)).mode & 0o777;
    await rm(temporary, { force: true });
    await writeFile(temporary, after, { flag: 'wx', mode });
    await chmod(temporary, mode);
    await rename(temporary, path);
    return created;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw refused(path, 'write', error);
  }
}

/** Removes folders as long as they are empty, the innermost first. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    try {
      await rmdir(folder);
    } catch (error) {
      // It has other content by now, or is gone.
      systemCode(error);
      return;
    }
  }
}

async function makeParents(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path))
    missing.push(path);
  await makeFolder(folder, 0o755);
  return missing;
}

function changedMeanwhile(path: string): GraphMemoryError {
  return new GraphMemoryError('GM_BUSY', `${path} has changed meanwhile`, {
    hint: 'Run the command again.',
    details: { path },
  });
}

function refused(path: string, action: string, cause: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_IO', `cannot ${action} ${path}: ${systemCode(cause)}`, {
    hint: 'Check the permissions of the file and of its folder.',
    details: { path },
    cause,
  });
}
