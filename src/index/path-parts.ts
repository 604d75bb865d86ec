/** The parts of paths: of the stem of each file, and of the folders below the shared one. */
import { runSync, type Task } from '../base/cooperative.ts';
import { dirnameOf } from '../model/path.ts';
import type { GroupedNumbers } from './grouped-numbers.ts';
import { stemOfPath } from './path-words.ts';
import { type TextParts, textPartsSteps } from './text-parts.ts';

interface PathParts {
  /** The parts that the rows below refer to. */
  readonly all: TextParts;
  /** Folder path of each file, as a row of `folderParts` and `lastFolderParts`. */
  readonly fileFolders: Int32Array;
  /** Parts of the stem of each file. */
  readonly stemParts: GroupedNumbers;
  /** Parts of all folders in each folder path, and parts of the last folder. */
  readonly folderParts: GroupedNumbers;
  readonly lastFolderParts: GroupedNumbers;
}

/** Returns the parts of paths. `sharedFolderDepth` is the number of folders that all paths begin with. */
export function pathPartsOf(paths: readonly string[], sharedFolderDepth: number): PathParts {
  return runSync(pathPartsSteps(paths, sharedFolderDepth));
}

/** Does the same as a cooperative task. */
export function* pathPartsSteps(
  paths: readonly string[],
  sharedFolderDepth: number,
): Task<PathParts> {
  const { folders, fileFolders } = foldersOf(paths);
  const all = yield* textPartsSteps(paths, {
    count: paths.length + 2 * folders.length,
    all: () => textsOf(paths, folders, sharedFolderDepth),
  });
  const [ofFolders, ofLast] = [paths.length, paths.length + folders.length];
  return {
    all,
    fileFolders,
    stemParts: groupsBetween(all.rows, 0, ofFolders),
    folderParts: groupsBetween(all.rows, ofFolders, ofLast),
    lastFolderParts: groupsBetween(all.rows, ofLast, ofLast + folders.length),
  };
}

/** Returns the stem of each path, then each folder path, then the name of each last folder. */
function textsOf(
  paths: readonly string[],
  folders: readonly string[],
  sharedFolderDepth: number,
): readonly string[] {
  const names = folders.map((folder) =>
    folder === '' ? [] : folder.split('/').slice(sharedFolderDepth),
  );
  return [
    ...paths.map(stemOfPath),
    ...names.map((row) => row.join('/')),
    ...names.map((row) => row.at(-1) ?? ''),
  ];
}

/** Returns the distinct folders in the order of their first file, and the folder of each file. */
function foldersOf(paths: readonly string[]): {
  readonly folders: readonly string[];
  readonly fileFolders: Int32Array;
} {
  const numbers = new Map<string, number>();
  const fileFolders = new Int32Array(paths.length);
  let last = '';
  let number = -1;
  for (let file = 0; file < paths.length; file++) {
    const path = paths[file] as string;
    // Neighbours are mostly in the same folder, so most paths need no lookup.
    const isSame = number >= 0 && path.lastIndexOf('/') === last.length && path.startsWith(last);
    if (!isSame) {
      last = dirnameOf(path);
      number = numbers.get(last) ?? numbers.size;
      numbers.set(last, number);
    }
    fileFolders[file] = number;
  }
  return { folders: [...numbers.keys()], fileFolders };
}

/** Returns some of the rows, which share the values of all. */
function groupsBetween({ starts, values }: GroupedNumbers, from: number, to: number) {
  return { starts: starts.subarray(from, to + 1), values };
}
