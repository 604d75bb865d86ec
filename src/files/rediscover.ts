import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { at } from '../base/assert.ts';
import { lowerBoundBy } from '../base/lower-bound.ts';
import { systemCode } from '../base/system-code.ts';
import type { Discovery, FileEntry } from './discover.ts';
import { isIgnoreFile } from './ignore-files.ts';
import { type WantedOptions, wantedFiles } from './wanted.ts';

/**
 * A discovery with some paths looked at again, all else being as it was. Undefined when one of them is
 * more than a file that was there before and still is: then the project has to be walked.
 */
export function rediscover(
  root: string,
  before: Discovery,
  paths: Iterable<string>,
  options: WantedOptions,
): Discovery | undefined {
  const wanted = wantedFiles(root, options);
  const files: FileEntry[] = [...before.files];
  for (const path of paths) {
    const stats = statOf(join(root, path));
    const row = lowerBoundBy(files.length, (place) => at(files, place).path < path);
    const entry = files[row];
    if (entry?.path !== path) {
      // An editor's temporary file that came and went.
      if (stats === undefined && !isKnown(before, path)) continue;
      return undefined;
    }
    // A script without an extension is wanted for its first line.
    const isStill =
      stats?.isFile() === true &&
      stats.size <= wanted.sizeLimit(path).bytesMax &&
      wanted.file(path);
    if (!isStill || isOfOthers(before, path)) return undefined;
    const { size: sizeBytes, mtimeMs, ctimeMs } = stats;
    files[row] = { ...entry, sizeBytes, mtimeMs, ctimeMs };
  }
  return { ...before, files };
}

/** What it says is about other files. */
function isOfOthers({ resolutionFiles }: Discovery, path: string): boolean {
  return isIgnoreFile(path) || resolutionFiles.some((one) => one.path === path);
}

function isKnown({ allPaths, folders, skipped }: Discovery, path: string): boolean {
  return (
    allPaths.some((one) => one === path) ||
    folders.includes(path) ||
    skipped.some((file) => file.path === path)
  );
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
