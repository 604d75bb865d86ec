import { assert } from '../base/assert.ts';

/** A path inside a project: relative, `/`-separated, normalized, no `.` or `..` parts. */
export type RepoPath = string & { readonly __brand: 'RepoPath' };

/** Matches another separator, or a part that is empty, `.` or `..`. */
const UNUSUAL = /\\|(?:^|\/)\.{0,2}(?:\/|$)/;

/** Brands a path, after normalizing separators. The caller has made it relative to the root. */
export function toRepoPath(path: string): RepoPath {
  // Fast path: nearly all paths are normalized, and each refresh normalizes all of them.
  if (!UNUSUAL.test(path)) return path as RepoPath;
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      assert(parts.length > 0, `path leaves the project: ${path}`);
      parts.pop();
    } else parts.push(part);
  }
  return parts.join('/') as RepoPath;
}

/** Joins a folder of the project with a relative path; undefined when the result leaves the project. */
export function joinRepoPath(folder: string, relative: string): RepoPath | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/') as RepoPath;
}

/** The folder of a path; `''` is the project's root. */
export function dirnameOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The folders that contain a path, innermost first; the last is the project's root, `''`. */
export function* foldersAround(path: string): Generator<string> {
  let folder = dirnameOf(path);
  for (; folder !== ''; folder = dirnameOf(folder)) yield folder;
  yield '';
}

/** Returns the innermost of some folders that contains a path, or empty if none does. */
export function innermostOf(folders: ReadonlySet<string>, path: string): string {
  for (const folder of foldersAround(path)) if (folders.has(folder)) return folder;
  return '';
}

export function basenameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Returns a path, then the path without its outermost folder, without the two outermost, and so on.
 */
export function suffixesOf(path: string): readonly string[] {
  const suffixes = [path];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    suffixes.push(path.slice(slash + 1));
  }
  return suffixes;
}
