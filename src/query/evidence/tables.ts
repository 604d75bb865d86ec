/**
 * Search tables derived from a text index: average lengths, the parts of names and paths, path
 * classes. A pure function of the index, cached as long as the index lives. The first query pays
 * for it, and the stored snapshot stays small. Tables that depend only on paths or names are cached
 * per list, because most updates leave these lists unchanged.
 */
import { getOrCompute } from '../../base/memoize.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { generatedHeaders } from '../names/generated-header.ts';
import { type AverageLengths, averageLengths } from './average-lengths.ts';
import { type NameTables, nameTablesOf } from './name-tables.ts';
import { type PathTables, pathTablesOf } from './path-tables.ts';

export interface SearchTables extends PathTables {
  readonly names: NameTables;
  readonly averages: AverageLengths;
  /** 1 for a file whose header says that it is generated, per file. */
  readonly generatedHeaders: Float64Array;
  /** The larger of that and of what the path says. */
  readonly generated: Float64Array;
}

const CACHE = new WeakMap<TextIndex, SearchTables>();

export function tablesOf(index: TextIndex): SearchTables {
  return getOrCompute(CACHE, index, () => {
    const paths = pathTablesOf(index.data);
    const headers = generatedHeaders(index);
    return {
      ...paths,
      names: nameTablesOf(index.data.names, index.lineage),
      averages: averageLengths(index),
      generatedHeaders: headers,
      generated: paths.pathPenalties.generatedPath.map((value, file) =>
        Math.max(value, headers[file] ?? 0),
      ),
    };
  });
}
