import { GraphMemoryError } from '../base/errors.ts';
import type { Directory } from './directory.ts';
import { HEADER_BYTES, startsAsStoreFile } from './envelope.ts';

/** The first bytes of a lock file; see writer-lock.ts. */
const LOCK_START = Buffer.from('{"pid":');

/**
 * Refuses a folder that contains foreign files under the names of store files, before they are
 * replaced. A folder with one file of this program is a store: other files there are its own,
 * damaged ones. A crash leaves empty files and zeros.
 * @throws {GraphMemoryError} GM_IO, naming the files.
 */
export async function refuseForeignFiles(
  directory: Directory,
  names: { readonly isStoreFile: (name: string) => boolean; readonly lock: string },
): Promise<void> {
  const foreign: string[] = [];
  for (const { name, sizeBytes } of await directory.list()) {
    const isLock = name === names.lock;
    if (sizeBytes === 0 || !(isLock || names.isStoreFile(name))) continue;
    const head = Buffer.from((await directory.readHead(name, HEADER_BYTES)) ?? []);
    if (!isLock && startsAsStoreFile(head)) return;
    const isZero = head.every((byte) => byte === 0);
    const isOwnLock = isLock && head.subarray(0, LOCK_START.length).equals(LOCK_START);
    if (!isZero && !isOwnLock) foreign.push(name);
  }
  if (foreign.length === 0) return;
  const { location } = directory;
  const verb = foreign.length === 1 ? 'is not a file' : 'are not files';
  throw new GraphMemoryError(
    'GM_IO',
    `cannot keep the index in ${location}: ${foreign.join(', ')} there ${verb} of graph-memory`,
    {
      hint: `Set another storeDir in graph-memory.yaml, or move ${foreign.join(', ')} away.`,
      details: { folder: location, files: foreign },
    },
  );
}
