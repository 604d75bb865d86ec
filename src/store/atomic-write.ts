import type { Directory } from './directory.ts';
import { ioError } from './io-error.ts';

const TEMPORARY_SUFFIX = '.tmp';

/**
 * Replaces a file so that whoever looks, now or after a crash or power loss, sees the old bytes or
 * the new ones whole: the bytes go to a temporary file in the same folder and to the disk itself
 * before the name changes hands. Only the holder of the writer lock may call this, so the temporary
 * name is free; what a crashed writer left under it is overwritten.
 */
export async function writeAtomic(
  directory: Directory,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await replaceWritten(directory, name, (temporary) => directory.write(temporary, bytes));
}

/** The same for a file that somebody else writes, under the temporary name that it is given. */
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

/** A full disk gets its space back; a disk that refuses even that is told of by the first error. */
async function removeQuietly(directory: Directory, name: string): Promise<void> {
  await directory.remove(name).catch(() => undefined);
}

/**
 * Removes what lies under the temporary names of these files: what crashed writers left, or a symbolic
 * link that came with a project whose configuration puts the store into it. Followed by the next
 * write, the link would have us overwrite whatever it leads to.
 */
export async function sweepTemporaries(
  directory: Directory,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await directory.remove(name + TEMPORARY_SUFFIX);
}
