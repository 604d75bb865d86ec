/**
 * Gives a store the files of another one, as hard links where the file system has them: twenty working
 * trees of a repository then take little more space than one. Saving replaces files and never writes
 * into one, so neither store changes the other. A record names the files that are not the store's own,
 * because their timestamps are those of the other working tree.
 */
import { constants, copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceWritten, sweepTemporaries, writeAtomic } from './atomic-write.ts';
import { isDeltaName } from './delta-file.ts';
import type { Directory } from './directory.ts';
import type { DiskDirectory } from './disk-directory.ts';
import { checksumOf, HEADER_BYTES } from './envelope.ts';
import { ioError } from './io-error.ts';
import { BORROWED_NAME, SNAPSHOT_NAME, WHOLE_NAMES } from './store-files.ts';

/** A record of linked files: their checksums, one a line. */
const RECORD = /^(?:[\da-f]{8,}(?:\n|$))*$/;

/**
 * Links the snapshot, the facts, the vectors and the deltas of a store into another. The writer lock
 * of `to` must be held.
 * @throws {GraphMemoryError} GM_IO, also if `from` has no snapshot; `to` then has none either.
 */
export async function linkStoreFiles(from: DiskDirectory, to: DiskDirectory): Promise<void> {
  const names = (await from.list()).map(({ name }) => name);
  const isWanted = (name: string) =>
    WHOLE_NAMES.includes(name) || (isDeltaName(name) && !name.endsWith('.tmp'));
  // The snapshot is last, as in saving: without one the store is empty.
  const wanted = names.filter((name) => isWanted(name) && name !== SNAPSHOT_NAME);
  const checksums: string[] = [];
  for (const name of [...wanted, SNAPSHOT_NAME]) {
    await sweepTemporaries(to, [name]);
    await replaceWritten(to, name, async (temporary) => {
      await linkOrCopy(join(from.location, name), join(to.location, temporary), to);
      const head = await to.readHead(temporary, HEADER_BYTES);
      if (head !== undefined) checksums.push(checksumOf(head));
      if (name === SNAPSHOT_NAME) await writeRecord(to, checksums);
    });
  }
}

/**
 * Whether the last file of a stored state, given by its checksum, is that of another working tree. True
 * if that cannot be read, because not trusting timestamps only costs time.
 */
export async function isBorrowed(store: Directory, tip: string): Promise<boolean> {
  const record = await recordIn(store).catch(() => tip);
  return record.split('\n').includes(tip);
}

async function writeRecord(store: Directory, checksums: readonly string[]): Promise<void> {
  // A file of this name with other content belongs to the user.
  if (!RECORD.test(await recordIn(store)))
    throw ioError(store.location, `write ${BORROWED_NAME}`, 'there is another file of this name');
  await sweepTemporaries(store, [BORROWED_NAME]);
  await writeAtomic(store, BORROWED_NAME, Buffer.from(checksums.join('\n')));
}

async function recordIn(store: Directory): Promise<string> {
  return Buffer.from((await store.read(BORROWED_NAME)) ?? []).toString('latin1');
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
