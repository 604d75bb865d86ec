/** Evidence from file paths. Arrays are indexed by file; SIGNALS describes the units. */

import type { GroupedNumbers } from '../../index/grouped-numbers.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { splitIdentifier, stemOf } from '../../index/tokenize.ts';
import { NAME_MATCH } from '../names/name-match.ts';
import { namesVersion } from '../names/older-version.ts';
import type { PathPenalties } from '../names/path-class.ts';
import { namesPlatform } from '../names/platform-variant.ts';
import type { WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

export type PathEvidence = PathPenalties &
  Readonly<
    Record<
      'stemWords' | 'pathWords' | 'folderWords' | 'stemPhrase' | 'stemWord' | 'platformPath',
      Float64Array
    >
  >;

export function pathEvidence(
  index: TextIndex,
  tables: SearchTables,
  weighted: WeightedQuery,
): PathEvidence {
  const { best, pathWords } = matchParts(index, tables, weighted);
  const isQueryWord = best.map((match) => (match === NAME_MATCH.equal ? 1 : 0));
  const folderShares = rowMeans(tables.lastFolderParts, isQueryWord);
  const stemPhrase = wholeStemMatches(index, tables, weighted);
  return {
    stemWords: rowMeans(tables.stemParts, best),
    pathWords,
    folderWords: spread(folderShares, tables.fileFolders),
    stemPhrase,
    stemWord: wholeStemWords(index, tables, weighted, stemPhrase),
    platformPath: platformVariants(index, tables, weighted),
    ...tables.pathPenalties,
    legacyPath: legacyPaths(tables, weighted),
    generatedPath: tables.generated,
  };
}

/**
 * Computes, per part, its best match over the words that are not common and, per file, how much of
 * the query its path contains.
 */
function matchParts(
  index: TextIndex,
  tables: SearchTables,
  { terms, raritySum }: WeightedQuery,
): { best: Float64Array; pathWords: Float64Array } {
  const partCount = tables.parts.parts.length;
  const best = new Float64Array(partCount);
  const ofTerm = new Float64Array(partCount);
  const pathWords = new Float64Array(index.fileCount);
  for (const term of terms) {
    const { parts, values } = tables.parts.matches(term, term.compounds);
    if (parts.length === 0) continue;
    for (const [row, part] of parts.entries()) {
      const value = values[row] ?? 0;
      ofTerm[part] = value;
      if (!term.isCommon && value > (best[part] ?? 0)) best[part] = value;
    }
    const inFolders = rowMaxima(tables.folderParts, ofTerm);
    const inStem = rowMaxima(tables.stemParts, ofTerm);
    for (let file = 0; file < index.fileCount; file++) {
      const match = Math.max(inStem[file] ?? 0, inFolders[tables.fileFolders[file] ?? 0] ?? 0);
      if (match > 0) pathWords[file] = (pathWords[file] ?? 0) + (term.rarity * match) / raritySum;
    }
    for (const part of parts) ofTerm[part] = 0;
  }
  return { best, pathWords };
}

function rowMaxima(rows: GroupedNumbers, values: Float64Array): Float64Array {
  const maxima = new Float64Array(rows.starts.length - 1);
  for (let row = 0; row < maxima.length; row++) {
    const end = rows.starts[row + 1] ?? 0;
    let most = 0;
    for (let at = rows.starts[row] ?? 0; at < end; at++) {
      const value = values[rows.values[at] ?? 0] ?? 0;
      if (value > most) most = value;
    }
    maxima[row] = most;
  }
  return maxima;
}

function rowMeans(rows: GroupedNumbers, values: Float64Array): Float64Array {
  const means = new Float64Array(rows.starts.length - 1);
  for (let row = 0; row < means.length; row++) {
    const start = rows.starts[row] ?? 0;
    const end = rows.starts[row + 1] ?? 0;
    let sum = 0;
    for (let at = start; at < end; at++) sum += values[rows.values[at] ?? 0] ?? 0;
    if (end > start) means[row] = sum / (end - start);
  }
  return means;
}

/** Maps values of folders to the files in them. */
function spread(ofFolders: Float64Array, fileFolders: Int32Array): Float64Array {
  const ofFiles = new Float64Array(fileFolders.length);
  for (let file = 0; file < ofFiles.length; file++) {
    ofFiles[file] = ofFolders[fileFolders[file] ?? 0] ?? 0;
  }
  return ofFiles;
}

/** Returns 1 for files whose whole stem is a run of query words or an identifier of the query. */
function wholeStemMatches(
  index: TextIndex,
  tables: SearchTables,
  { query }: WeightedQuery,
): Float64Array {
  const matches = new Float64Array(index.fileCount);
  const spellings = query.runs.map(({ joined, stems }) => ({ joined, stems }));
  for (const identifier of query.identifiers) {
    const { parts } = splitIdentifier(identifier);
    spellings.push({ joined: parts.join(''), stems: parts.map(stemOf) });
  }
  for (const { joined, stems } of spellings) {
    for (const file of tables.filesByStem.get(joined)) matches[file] = 1;
    for (const file of tables.filesByStem.get(stems.join(' '))) matches[file] = 1;
  }
  return matches;
}

/**
 * Returns 1 for files that are variants for one operating system, unless the query names a system.
 */
function platformVariants(
  index: TextIndex,
  tables: SearchTables,
  { terms }: WeightedQuery,
): Float64Array {
  const isPlatformQuery = terms.some(({ word }) => namesPlatform(word));
  return isPlatformQuery ? new Float64Array(index.fileCount) : tables.variants;
}

/** Returns 1 for files that are kept for compatibility, or that a newer version stands beside. */
function legacyPaths(tables: SearchTables, { query }: WeightedQuery): Float64Array {
  const isVersionNamed = query.identifiers.concat(query.joined).some(namesVersion);
  return isVersionNamed ? tables.pathPenalties.legacyPath : tables.legacy;
}

/**
 * Returns the word's share of the rarity for files whose whole stem is one query word and not
 * already a phrase.
 */
function wholeStemWords(
  index: TextIndex,
  tables: SearchTables,
  { terms, raritySum }: WeightedQuery,
  stemPhrase: Float64Array,
): Float64Array {
  const shares = new Float64Array(index.fileCount);
  for (const { stem, word, rarity } of terms) {
    for (const spelling of [word, stem]) {
      for (const file of tables.filesByStem.get(spelling)) {
        if (stemPhrase[file] === 1) continue;
        shares[file] = Math.max(shares[file] ?? 0, rarity / raritySum);
      }
    }
  }
  return shares;
}
