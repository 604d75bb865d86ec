/** Where a configuration says that facts are shared: a folder or a database. */
import { expandPath, realPathSoFar } from './project-folders.ts';

const DATABASE = /^postgres(?:ql)?:\/\//;
const VARIABLE = /^\$\w+$/;

/** Whether a place is a database, or a variable that names a place, and not a folder. */
export function isRemote(place: string): boolean {
  return DATABASE.test(place) || VARIABLE.test(place);
}

/** Whether an address has a password, which does not belong into a file of a repository. */
export function hasPassword(place: string): boolean {
  return DATABASE.test(place) && (/\/\/[^/@]*:[^/@]*@/.test(place) || /[?&]password=/.test(place));
}

/** Returns the place with the path of a folder made absolute, and links resolved. */
export async function resolvePlace(place: string, base: string, homeDir: string): Promise<string> {
  return isRemote(place) ? place : realPathSoFar(expandPath(place, base, homeDir));
}
