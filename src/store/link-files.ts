/**
 * Gives a store the files of another one. They become links to the same files where the file system
 * allows, so that twenty working trees of a repository take little more space than one. Saving replaces
 * files and never writes into one, so neither store changes the other.
 */
import { constants, copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceWritten, sweepTemporaries } from './atomic-write.ts';
import { isDeltaName } from './delta-file.ts';
import type { DiskDirectory } from './disk-directory.ts';
import { ioError } from './io-error.ts';
import { SNAPSHOT_NAME, WHOLE_NAMES } from './store-files.ts';

/** The writer lock of `to` must be held. @throws {GraphMemoryError} GM_IO */
export async function linkStoreFiles(from: DiskDirectory, to: DiskDirectory): Promise<void> {
  const names = (await from.list()).map(({ name }) => name);
  const isWanted = (name: string) =>
    WHOLE_NAMES.includes(name) || (isDeltaName(name) && !name.endsWith('.tmp'));
  // The snapshot is last, as in saving: without one the store is empty.
  const wanted = names.filter((name) => isWanted(name) && name !== SNAPSHOT_NAME);
  for (const name of [...wanted, SNAPSHOT_NAME]) {
    await sweepTemporaries(to, [name]);
    await replaceWritten(to, name, (temporary) =>
      linkOrCopy(join(from.location, name), join(to.location, temporary), to),
    );
  }
}

async function linkOrCopy(source: string, target: string, to: DiskDirectory): Promise<void> {
  try {
    await link(source, target).catch(() =>
      copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
    );
  } catch (error) {
    throw ioError(to.location, 'copy a file of another working tree', error);
  }
}
