import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { lowerBound, lowerBoundBy } from '../base/lower-bound.ts';
import { systemCode } from '../base/system-code.ts';
import { isResolutionConfig } from '../languages/registry.ts';
import { dirnameOf, foldersAround, innermostOf } from '../model/path.ts';
import { Collector } from './collector.ts';
import { type DiscoverOptions, inSlices } from './discover.ts';
import type { Discovery, FileEntry } from './discovery.ts';
import { isIgnoreFile } from './ignore-files.ts';
import { type FolderRole, type Found, walk } from './walk.ts';
import { wantedFiles } from './wanted.ts';

interface RediscoverOptions extends DiscoverOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * A discovery with some paths looked at again, all else being as it was. Files that were there before and
 * still are take a look each; where one came or went, its folder is listed, and what is new in it walked.
 * Undefined where a path may concern more: ignore files, and folders that were known.
 * @throws {GraphMemoryError} GM_IO when the root itself cannot be read; GM_CANCELLED.
 */
export async function rediscover(
  root: string,
  before: Discovery,
  paths: Iterable<string>,
  options: RediscoverOptions,
): Promise<Discovery | undefined> {
  const wanted = wantedFiles(root, options);
  const files: FileEntry[] = [...before.files];
  const known = new Set(before.folders);
  const toList = new Set<string>();
  for (const path of paths) {
    const stats = statOf(join(root, path));
    const row = lowerBoundBy(files.length, (place) => at(files, place).path < path);
    const entry = files[row];
    // A script without an extension is wanted for its first line.
    const isStill =
      entry?.path === path &&
      stats?.isFile() === true &&
      stats.size <= wanted.sizeLimit(path).bytesMax &&
      wanted.file(path);
    // Of a file with several names, the others have changed as well.
    if (isStill && stats.nlink > 1) return undefined;
    if (isStill && !isIgnoreFile(path) && !isResolutionConfig(path)) {
      const { size: sizeBytes, mtimeMs, ctimeMs } = stats;
      files[row] = { ...entry, sizeBytes, mtimeMs, ctimeMs };
      continue;
    }
    if (stats === undefined && isPassing(before, path) && !known.has(path)) continue;
    if (isIgnoreFile(path) || known.has(path) || path === '.git') return undefined;
    toList.add(innermostOf(known, path));
  }
  const edited = { ...before, files };
  return toList.size === 0 ? edited : listedAgain(root, edited, toList, options);
}

/** Names that the system gives us otherwise than they are: nothing is found by them. */
const CHANGED_NAME = /[\\\uFFFD]/;

/** Whether what is not there any more was nothing to us, like an editor's temporary file that came and went. */
function isPassing({ allPaths, links, skipped }: Discovery, path: string): boolean {
  // What is ignored is in no list, and links may have led to it, as they may to git's own folder.
  if (links.length > 0 || path === '.git' || CHANGED_NAME.test(path)) return false;
  const isListed = allPaths[lowerBound<string>(allPaths, path)] === path;
  return !isListed && !skipped.some((file) => file.path === path);
}

/** Undefined where one of the folders is not there any more, or cannot be got at. */
async function listedAgain(
  root: string,
  before: Discovery,
  toList: ReadonlySet<string>,
  options: RediscoverOptions,
): Promise<Discovery | undefined> {
  const known = new Set(before.folders);
  const around = new Set([...toList].flatMap((folder) => [...foldersAround(folder)]));
  const roleOf = (folder: string): FolderRole => {
    if (toList.has(folder)) return 'looked at';
    if (known.has(folder)) return around.has(folder) ? 'passed through' : 'left out';
    return toList.has(innermostOf(known, folder)) ? 'looked at' : 'left out';
  };
  const collector = new Collector(root, options, () => undefined);
  const met = new Set<string>();
  const take = (found: Found): void => {
    if (found.kind === 'folder') met.add(found.path);
    if (found.kind !== 'folder' || roleOf(found.path) === 'looked at') collector.take(found);
  };
  await inSlices(walk(root, options, roleOf), take, options.signal);
  for (const folder of toList) if (!met.has(folder)) return undefined;
  const gone = new Set<string>();
  // Sorted, so that a folder comes before those in it.
  for (const folder of before.folders) {
    if (folder === '' || met.has(folder)) continue;
    const outer = dirnameOf(folder);
    if (gone.has(outer) || toList.has(outer)) gone.add(folder);
  }
  const isFolderKept = (folder: string): boolean => !toList.has(folder) && !gone.has(folder);
  const isKept = (path: string): boolean => isFolderKept(dirnameOf(path));
  // What came or went may be where they lead.
  for (const link of before.links) if (isKept(link)) collector.takeLink(link);
  const skipped = before.skipped.filter(({ reason }) => reason !== 'symlink');
  return joined({ ...before, links: [], skipped }, collector.discovery(), { isKept, isFolderKept });
}

interface Kept {
  readonly isKept: (path: string) => boolean;
  readonly isFolderKept: (folder: string) => boolean;
}

function joined(before: Discovery, now: Discovery, { isKept, isFolderKept }: Kept): Discovery {
  const byPath = <Entry extends { readonly path: string }>(
    old: readonly Entry[],
    own: readonly Entry[],
  ): Entry[] =>
    [...old.filter(({ path }) => isKept(path)), ...own].sort((a, b) =>
      compareStrings(a.path, b.path),
    );
  return {
    files: byPath(before.files, now.files),
    resolutionFiles: byPath(before.resolutionFiles, now.resolutionFiles),
    allPaths: [...before.allPaths.filter(isKept), ...now.allPaths].sort(compareStrings),
    folders: [...before.folders.filter(isFolderKept), ...now.folders].sort(compareStrings),
    links: [...before.links, ...now.links].sort(compareStrings),
    skipped: byPath(before.skipped, now.skipped),
  };
}

/** Undefined when there is nothing, or nothing that we may look at. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
