/**
 * What searching derives from a text index once and keeps: length factors, the parts of names and
 * paths, path classes. A pure function of the index, remembered as long as the index lives; the first
 * query pays for it, and the stored snapshot stays small.
 */
import { at } from '../../base/assert.ts';
import { Interner } from '../../index/build/interner.ts';
import { pathWords } from '../../index/path-words.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { forwardingScripts } from '../names/forwarding-script.ts';
import { type GroupedNumbers, groupNumbers, invertGroups } from '../names/grouped-numbers.ts';
import { Lookup } from '../names/lookup.ts';
import { PartTable } from '../names/part-table.ts';
import { type PathPenalties, pathPenalties } from '../names/path-class.ts';
import { platformComponents } from '../names/platform-variant.ts';
import { type LengthFactors, lengthFactors } from './length-factors.ts';

export interface SearchTables {
  readonly lengths: LengthFactors;
  readonly parts: PartTable;
  /** Per name: its parts, in order. */
  readonly nameParts: GroupedNumbers;
  /** Per part: the names that have it. */
  readonly partNames: GroupedNumbers;
  /** Per file: the parts of its stem. */
  readonly stemParts: GroupedNumbers;
  /** Per file: its folder path, a row of the next two. */
  readonly fileFolders: Int32Array;
  /** Per folder path: the parts of all its folders, and of the last one. */
  readonly folderParts: GroupedNumbers;
  readonly lastFolderParts: GroupedNumbers;
  readonly pathPenalties: PathPenalties;
  /** Per file: the part of its path that makes it the variant of one operating system. */
  readonly platforms: readonly (string | undefined)[];
  /** Per file: 1 for a script that only calls another file of its name. */
  readonly forwardingScripts: Float64Array;
  /** Files by their whole stem: its parts joined, or the stems of its parts with spaces between. */
  readonly filesByStem: Lookup;
  readonly namesInLowerCase: Lookup;
  /** Names of two parts and more, by the stems of their parts with spaces between. */
  readonly namesByStems: Lookup;
}

const REMEMBERED = new WeakMap<TextIndex, SearchTables>();

export function tablesOf(index: TextIndex): SearchTables {
  let tables = REMEMBERED.get(index);
  if (tables === undefined) {
    tables = deriveTables(index);
    REMEMBERED.set(index, tables);
  }
  return tables;
}

function deriveTables(index: TextIndex): SearchTables {
  const { paths, names, sharedFolderDepth } = index.data;
  const interner = new Interner();
  const partsOf = (name: string): number[] => {
    const numbers: number[] = [];
    for (const word of wordsOf(name)) {
      for (const part of splitIdentifier(word).parts) numbers.push(interner.numberOf(part));
    }
    return numbers;
  };
  const nameRows = names.map(partsOf);
  const pathRows = partsOfPaths(index, partsOf);
  const { texts, rankOf } = interner.sorted();
  const ranked = (rows: readonly number[][]): GroupedNumbers =>
    groupNumbers(rows.map((row) => row.map((number) => at(rankOf, number))));
  const parts = new PartTable(texts);
  const nameParts = ranked(nameRows);
  const stemParts = ranked(pathRows.stems);
  return {
    lengths: lengthFactors(index),
    parts,
    nameParts,
    partNames: invertGroups(nameParts, texts.length),
    stemParts,
    fileFolders: pathRows.fileFolders,
    folderParts: ranked(pathRows.folders),
    lastFolderParts: ranked(pathRows.lastFolders),
    pathPenalties: pathPenalties(paths, sharedFolderDepth),
    platforms: platformComponents(paths),
    forwardingScripts: forwardingScripts(index),
    filesByStem: wholeStems(stemParts, parts),
    namesInLowerCase: lowerCased(names),
    namesByStems: spelledByStems(nameParts, parts),
  };
}

interface PathRows {
  readonly stems: number[][];
  readonly folders: number[][];
  readonly lastFolders: number[][];
  readonly fileFolders: Int32Array;
}

function partsOfPaths(index: TextIndex, partsOf: (name: string) => number[]): PathRows {
  const { paths, sharedFolderDepth } = index.data;
  const distinct = new Interner();
  const rows: PathRows = {
    stems: [],
    folders: [],
    lastFolders: [],
    fileFolders: new Int32Array(paths.length),
  };
  for (const [file, path] of paths.entries()) {
    const { stem, folders } = pathWords(path, sharedFolderDepth);
    rows.stems.push(partsOf(stem));
    const folder = distinct.numberOf(folders.join('/'));
    rows.fileFolders[file] = folder;
    if (folder < rows.folders.length) continue;
    rows.folders.push(folders.flatMap(partsOf));
    rows.lastFolders.push(partsOf(folders.at(-1) ?? ''));
  }
  return rows;
}

function wholeStems(stemParts: GroupedNumbers, table: PartTable): Lookup {
  const lookup = new Lookup();
  for (let file = 0; file + 1 < stemParts.starts.length; file++) {
    const parts = rowOf(stemParts, file);
    if (parts.length === 0) continue;
    lookup.add(Array.from(parts, (part) => at(table.parts, part)).join(''), file);
    lookup.add(Array.from(parts, (part) => table.stemOfPart(part)).join(' '), file);
  }
  return lookup;
}

function lowerCased(names: readonly string[]): Lookup {
  const lookup = new Lookup();
  for (const [name, text] of names.entries()) lookup.add(text.toLowerCase(), name);
  return lookup;
}

/** Runs of the query have at most four words. */
const PHRASE_PARTS_MAX = 4;

function spelledByStems(nameParts: GroupedNumbers, table: PartTable): Lookup {
  const lookup = new Lookup();
  for (let name = 0; name + 1 < nameParts.starts.length; name++) {
    const parts = rowOf(nameParts, name);
    if (parts.length < 2 || parts.length > PHRASE_PARTS_MAX) continue;
    lookup.add(Array.from(parts, (part) => table.stemOfPart(part)).join(' '), name);
  }
  return lookup;
}

function rowOf(rows: GroupedNumbers, row: number): Int32Array {
  return rows.values.subarray(rows.starts[row], rows.starts[row + 1]);
}
