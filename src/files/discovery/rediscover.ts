import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../base/assert.ts';
import { lowerBound, lowerBoundBy } from '../../base/lower-bound.ts';
import { systemCode } from '../../base/system-code.ts';
import { isResolutionConfig } from '../../languages/registry.ts';
import { dirnameOf, foldersAround, innermostOf } from '../../model/path.ts';
import { Collector } from './collector.ts';
import { type DiscoverOptions, inSlices } from './discover.ts';
import type { Discovery, FileEntry } from './discovery.ts';
import { diskTree } from './file-tree.ts';
import { isIgnoreFile } from './ignore-files.ts';
import { firstBytesIn, includeRules } from './include-rules.ts';
import { type FolderRole, type Found, walk } from './walk.ts';

interface RediscoverOptions extends DiscoverOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Updates a discovery for some paths and keeps the rest. A file that still exists is checked
 * individually. If a file was added or removed, its folder is listed, and new entries in it are
 * walked. Returns undefined if a path may affect more: ignore files, and known folders.
 * @throws {GraphMemoryError} GM_IO when the root itself cannot be read; GM_CANCELLED.
 */
export async function rediscover(
  root: string,
  before: Discovery,
  paths: Iterable<string>,
  options: RediscoverOptions,
): Promise<Discovery | undefined> {
  const rules = includeRules(firstBytesIn(root), options);
  const files: FileEntry[] = [...before.files];
  const others: OtherPath[] = [];
  for (const path of paths) {
    const stats = statOf(join(root, path));
    const row = lowerBoundBy(files.length, (place) => at(files, place).path < path);
    const entry = files[row];
    // A script without an extension is included by its first line.
    const isStill =
      entry?.path === path &&
      stats?.isFile() === true &&
      stats.size <= rules.sizeLimit(path).bytesMax &&
      rules.file(path);
    // If a file has several hard links, its other names have changed as well.
    if (hasOtherNames(stats)) return undefined;
    if (isStill && !isIgnoreFile(path) && !isResolutionConfig(path)) {
      const { size: sizeBytes, mtimeMs, ctimeMs } = stats;
      files[row] = { ...entry, sizeBytes, mtimeMs, ctimeMs };
    } else others.push({ path, isThere: stats !== undefined });
  }
  const edited = { ...before, files };
  return others.length === 0 ? edited : withOthers(root, edited, others, options);
}

/** A changed path that is not just an existing file with new content. */
interface OtherPath {
  readonly path: string;
  readonly isThere: boolean;
}

function withOthers(
  root: string,
  before: Discovery,
  others: readonly OtherPath[],
  options: RediscoverOptions,
): Promise<Discovery | undefined> | Discovery | undefined {
  const known = new Set(before.folders);
  const toList = new Set<string>();
  for (const { path, isThere } of others) {
    if (isIgnoreFile(path) || known.has(path) || path === '.git') return undefined;
    if (isThere || !isPassing(before, path)) toList.add(innermostOf(known, path));
  }
  return toList.size === 0 ? before : listedAgain(root, before, { known, toList }, options);
}

/** Matches names that the system reports in altered form, so that they cannot be looked up. */
const CHANGED_NAME = /[\\\uFFFD]/;

/**
 * Whether a missing path was never known, such as an editor's temporary file that was created and
 * deleted.
 */
function isPassing({ allPaths, links, skipped }: Discovery, path: string): boolean {
  // Ignored entries are in no list, and links may have pointed to them.
  if (links.length > 0 || CHANGED_NAME.test(path)) return false;
  const isListed = allPaths[lowerBound<string>(allPaths, path)] === path;
  return !isListed && !skipped.some((file) => file.path === path);
}

interface Folders {
  readonly known: ReadonlySet<string>;
  readonly toList: ReadonlySet<string>;
}

/** Returns undefined if one of the folders no longer exists or cannot be accessed. */
async function listedAgain(
  root: string,
  before: Discovery,
  { known, toList }: Folders,
  options: RediscoverOptions,
): Promise<Discovery | undefined> {
  const around = new Set([...toList].flatMap((folder) => [...foldersAround(folder)]));
  const roleOf = (folder: string): FolderRole => {
    if (toList.has(folder)) return 'looked at';
    if (known.has(folder)) return around.has(folder) ? 'passed through' : 'left out';
    return toList.has(innermostOf(known, folder)) ? 'looked at' : 'left out';
  };
  const collector = new Collector(diskTree(root), options, () => undefined);
  const met = new Set<string>();
  const take = (found: Found): void => {
    if (found.kind === 'folder') met.add(found.path);
    if (found.kind !== 'folder' || roleOf(found.path) === 'looked at') collector.take(found);
  };
  await inSlices(walk(root, options, roleOf), take, options.signal);
  for (const folder of toList) if (!met.has(folder)) return undefined;
  const removed = new Set<string>();
  // Sorted, so that a folder precedes its subfolders.
  for (const folder of before.folders) {
    if (folder === '' || met.has(folder)) continue;
    const outer = dirnameOf(folder);
    if (removed.has(outer) || toList.has(outer)) removed.add(folder);
  }
  collector.keep(before, (folder) => !toList.has(folder) && !removed.has(folder));
  const discovery = collector.discovery();
  // A name that is new may be another one of a file that was known, and written through.
  const knownPaths = new Set<string>(before.allPaths);
  const isOther = (path: string) =>
    !knownPaths.has(path) && hasOtherNames(statOf(join(root, path)));
  return discovery.allPaths.some(isOther) ? undefined : discovery;
}

function hasOtherNames(stats: Stats | undefined): boolean {
  return stats?.isFile() === true && stats.nlink > 1;
}

/** Returns undefined if nothing exists there or access is denied. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
