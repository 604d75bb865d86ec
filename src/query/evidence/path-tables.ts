/** Search tables derived from file paths alone, cached per list of paths. */
import { getOrCompute } from '../../base/memoize.ts';
import type { GroupedNumbers } from '../../index/grouped-numbers.ts';
import { pathPartsOf } from '../../index/path-parts.ts';
import type { TextIndexData } from '../../index/text-index-data.ts';
import { olderComponents } from '../names/older-version.ts';
import { PartTable } from '../names/part-table.ts';
import { type PathPenalties, pathPenalties } from '../names/path-class.ts';
import { platformComponents } from '../names/platform-variant.ts';
import { WholeStems } from '../names/whole-stems.ts';

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
  readonly filesByStem: WholeStems;
}

const CACHE = new WeakMap<TextIndexData['paths'], PathTables>();

type Paths = Pick<TextIndexData, 'paths' | 'sharedFolderDepth'>;

export function pathTablesOf(data: Paths): PathTables {
  return getOrCompute(CACHE, data.paths, () => derive(data));
}

function derive({ paths, sharedFolderDepth }: Paths): PathTables {
  const { all, fileFolders, stemParts, folderParts, lastFolderParts } = pathPartsOf(
    paths,
    sharedFolderDepth,
  );
  const parts = new PartTable(all);
  const penalties = pathPenalties(paths, sharedFolderDepth);
  const platforms = platformComponents(paths);
  const olderVersions = olderComponents(paths);
  return {
    parts,
    stemParts,
    fileFolders,
    folderParts,
    lastFolderParts,
    pathPenalties: penalties,
    platforms,
    variants: Float64Array.from(platforms, (component) => (component === undefined ? 0 : 1)),
    olderVersions,
    legacy: penalties.legacyPath.map((value, file) =>
      olderVersions[file] === undefined ? value : 1,
    ),
    filesByStem: new WholeStems(stemParts, parts),
  };
}
