/** Where a configuration says that facts are shared: a folder, a database or a bucket. */
import { expandPath, realPathSoFar } from './project-folders.ts';

const DATABASE = /^postgres(?:ql)?:\/\//;
const BUCKET = /^s3:\/\//;
const VARIABLE = /^\$\w+$/;

/** Whether a place is a database, a bucket, or a variable that names a place, and not a folder. */
export function isRemote(place: string): boolean {
  return DATABASE.test(place) || isBucket(place) || VARIABLE.test(place);
}

/** Whether a place is a bucket of an S3-compatible server. */
export function isBucket(place: string): boolean {
  return BUCKET.test(place);
}

/** Whether an address has a password, which does not belong into a file of a repository. */
export function hasPassword(place: string): boolean {
  const isAddress = DATABASE.test(place) || isBucket(place);
  return isAddress && (/\/\/[^/@]*:[^/@]*@/.test(place) || /[?&]password=/.test(place));
}

/** Returns the place with the path of a folder made absolute, and links resolved. */
export async function resolvePlace(place: string, base: string, homeDir: string): Promise<string> {
  return isRemote(place) ? place : realPathSoFar(expandPath(place, base, homeDir));
}
