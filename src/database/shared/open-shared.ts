import { type S3Surroundings, s3Credentials, s3Place } from '../../config/s3-settings.ts';
import { isBucket, isRemote } from '../../config/shared-facts.ts';
import { FolderBlobs } from '../../store/folder-blobs.ts';
import { S3Blobs } from '../../store/s3/s3-blobs.ts';
import type { SharedBlobs } from '../../store/shared-blobs.ts';
import type { WriterIdentity } from '../../store/writer-lock.ts';
import { DatabaseBlobs } from './database-blobs.ts';

interface Surroundings extends S3Surroundings {
  readonly writer: WriterIdentity;
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
}

/**
 * Opens the place of shared facts: the absolute path of a folder, the address of a database or a
 * bucket, or the variable with one. Nothing is read or connected yet.
 * @throws {GraphMemoryError} GM_USAGE for an invalid address.
 */
export function openShared(place: string, surroundings: Surroundings): SharedBlobs {
  const { environment, now, writer } = surroundings;
  const variable = /^\$(\w+)$/.exec(place)?.[1];
  const address = (variable === undefined ? undefined : environment(variable)) ?? place;
  if (isBucket(address)) {
    const { region, ...bucket } = s3Place(address, surroundings);
    const signing = () => ({ ...s3Credentials(surroundings), region, timeMs: now() });
    return new S3Blobs(bucket, signing);
  }
  if (isRemote(place)) return new DatabaseBlobs(place, environment);
  return new FolderBlobs(place, `${writer.host.replace(/[^\w-]/g, '-')}-${writer.pid}`);
}
