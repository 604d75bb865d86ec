/** Search tables derived from file paths alone, cached per list of paths. */
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { Interner } from '../../index/build/interner.ts';
import { pathWords } from '../../index/path-words.ts';
import type { TextIndexData } from '../../index/text-index-data.ts';
import type { GroupedNumbers } from '../names/grouped-numbers.ts';
import { Lookup } from '../names/lookup.ts';
import { olderComponents } from '../names/older-version.ts';
import { PartTable } from '../names/part-table.ts';
import { PartNumbers, rowOf, spelled } from '../names/parts.ts';
import { type PathPenalties, pathPenalties } from '../names/path-class.ts';
import { platformComponents } from '../names/platform-variant.ts';

export interface PathTables {
  /** Parts of paths; rows refer to them by position. */
  readonly parts: PartTable;
  /** Parts of each file's stem. */
  readonly stemParts: GroupedNumbers;
  /** Folder path of each file, as a row of the next two tables. */
  readonly fileFolders: Int32Array;
  /** Parts of all folders in each folder path, and parts of the last folder. */
  readonly folderParts: GroupedNumbers;
  readonly lastFolderParts: GroupedNumbers;
  readonly pathPenalties: PathPenalties;
  /** Path component that makes the file a variant for one operating system, per file. */
  readonly platforms: readonly (string | undefined)[];
  /** 1 for a file that is such a variant. */
  readonly variants: Float64Array;
  /** Path component that makes the file an older version than another file, per file. */
  readonly olderVersions: readonly (string | undefined)[];
  /** 1 for a file that is such a version, or that is kept for compatibility. */
  readonly legacy: Float64Array;
  /**
   * Files by their whole stem: its parts concatenated, or the stems of its parts joined with
   * spaces.
   */
  readonly filesByStem: Lookup;
}

const CACHE = new WeakMap<TextIndexData['paths'], PathTables>();

type Paths = Pick<TextIndexData, 'paths' | 'sharedFolderDepth'>;

export function pathTablesOf(data: Paths): PathTables {
  return getOrCompute(CACHE, data.paths, () => derive(data));
}

function derive({ paths, sharedFolderDepth }: Paths): PathTables {
  const numbers = new PartNumbers();
  const distinct = new Interner();
  const stems: number[][] = [];
  const folders: number[][] = [];
  const lastFolders: number[][] = [];
  const fileFolders = new Int32Array(paths.length);
  for (const [file, path] of paths.entries()) {
    const words = pathWords(path, sharedFolderDepth);
    stems.push(numbers.of(words.stem));
    const folder = distinct.numberOf(words.folders.join('/'));
    fileFolders[file] = folder;
    if (folder < folders.length) continue;
    folders.push(words.folders.flatMap((name) => numbers.of(name)));
    lastFolders.push(numbers.of(words.folders.at(-1) ?? ''));
  }
  const { parts: texts, ranked } = numbers.sorted();
  const parts = new PartTable(texts);
  const stemParts = ranked(stems);
  const penalties = pathPenalties(paths, sharedFolderDepth);
  const platforms = platformComponents(paths);
  const olderVersions = olderComponents(paths);
  return {
    parts,
    stemParts,
    fileFolders,
    folderParts: ranked(folders),
    lastFolderParts: ranked(lastFolders),
    pathPenalties: penalties,
    platforms,
    variants: Float64Array.from(platforms, (component) => (component === undefined ? 0 : 1)),
    olderVersions,
    legacy: penalties.legacyPath.map((value, file) =>
      olderVersions[file] === undefined ? value : 1,
    ),
    filesByStem: wholeStems(stemParts, parts),
  };
}

function wholeStems(stemParts: GroupedNumbers, parts: PartTable): Lookup {
  const lookup = new Lookup();
  for (let file = 0; file + 1 < stemParts.starts.length; file++) {
    const row = rowOf(stemParts, file);
    if (row.length === 0) continue;
    lookup.add(
      spelled(row, (part) => at(parts.parts, part), ''),
      file,
    );
    lookup.add(
      spelled(row, (part) => parts.stemOfPart(part), ' '),
      file,
    );
  }
  return lookup;
}
