import type { Directory, FileContent } from './directory.ts';
import { ioError } from './io-error.ts';

const TEMPORARY_SUFFIX = '.tmp';

/**
 * Replaces a file atomically: any reader, now or after a crash or power loss, sees either all old
 * bytes or all new ones. The bytes are written to a temporary file in the same folder and synced to
 * disk before the rename. Only the holder of the writer lock may call this, so the temporary name
 * is free; leftovers of a crashed writer are overwritten.
 */
export async function writeAtomic(
  directory: Directory,
  name: string,
  content: FileContent,
): Promise<void> {
  await replaceWritten(directory, name, (temporary) => directory.write(temporary, content));
}

/** Atomically replaces a file that `write` creates under the temporary name passed to it. */
export async function replaceWritten<Result>(
  directory: Directory,
  name: string,
  write: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = name + TEMPORARY_SUFFIX;
  try {
    const result = await write(temporary);
    await directory.syncFile(temporary);
    if (!(await directory.rename(temporary, name)))
      throw ioError(directory.location, `write ${name}`, 'its temporary file was removed');
    await directory.syncFolder();
    return result;
  } catch (error) {
    await removeQuietly(directory, temporary);
    throw error;
  }
}

/**
 * Frees the space on a full disk. If removing fails as well, the first error is the one reported.
 */
async function removeQuietly(directory: Directory, name: string): Promise<void> {
  await directory.remove(name).catch(() => undefined);
}

/**
 * Removes files under the temporary names: leftovers of crashed writers, or a symbolic link shipped
 * with a project whose configuration puts the store inside it. The next write would follow the link
 * and overwrite its target.
 */
export async function sweepTemporaries(
  directory: Directory,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await directory.remove(name + TEMPORARY_SUFFIX);
}
