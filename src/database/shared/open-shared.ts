import { isRemote } from '../../config/shared-facts.ts';
import { FolderBlobs } from '../../store/folder-blobs.ts';
import type { SharedBlobs } from '../../store/shared-blobs.ts';
import type { WriterIdentity } from '../../store/writer-lock.ts';
import { DatabaseBlobs } from './database-blobs.ts';

/**
 * Opens the place of shared facts: the absolute path of a folder, the address of a database, or the
 * variable with one. Nothing is read or connected yet.
 * @throws {GraphMemoryError} GM_USAGE for an invalid address.
 */
export function openShared(
  place: string,
  environment: (name: string) => string | undefined,
  { host, pid }: WriterIdentity,
): SharedBlobs {
  if (isRemote(place)) return new DatabaseBlobs(place, environment);
  return new FolderBlobs(place, `${host.replace(/[^\w-]/g, '-')}-${pid}`);
}
