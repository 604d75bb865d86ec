/**
 * Updates a text index after a change. Rows of unchanged files are copied with shifted numbers;
 * rows of changed files are merged in. The arrays equal those of an index built from scratch. Costs
 * one pass over the rows; terms are not processed again.
 */
import { at } from '../../base/assert.ts';
import { compareStrings } from '../../base/compare.ts';
import type { Task } from '../../base/cooperative.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import { haveSameItems } from '../../base/same-items.ts';
import type { RepoPath } from '../../model/path.ts';
import type { FileTerms } from '../file-terms.ts';
import { sharedFolderDepth } from '../path-words.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from '../text-index-data.ts';
import { assembleSteps } from './assemble.ts';
import { frequenciesAfter } from './frequency-update.ts';
import { termsByFileSteps } from './invert.ts';
import {
  droppedRanges,
  type JoinSide,
  joinSteps,
  type KeyedRows,
  keepsNumbers,
  planKeys,
  positionsIn,
  touchedKeys,
} from './row-join.ts';

/** The difference from the previous index. */
export interface TextChange {
  /** Paths of all current files, sorted. */
  readonly paths: readonly RepoPath[];
  /** Terms of the added and changed files. */
  readonly files: ReadonlyMap<RepoPath, FileTerms>;
  /**
   * Previous terms of the changed and removed files, which tell where their rows are. Without them, all
   * rows are searched.
   */
  readonly before?: ReadonlyMap<RepoPath, FileTerms> | undefined;
}

/**
 * Maps the chunks of the previous index and of the changed files to the chunks of the new index.
 */
export interface ChunkMoves {
  /** New number of each previous chunk; −1 if it was removed. */
  readonly chunkOfOld: Int32Array;
  /** Index of the changed files. Its chunks have the same content as in the new index. */
  readonly made: TextIndexData;
  /** Number in the new index of each chunk of `made`. */
  readonly chunkOfMade: Int32Array;
}

interface UpdatedIndex {
  readonly data: TextIndexData;
  /** Undefined if the index was rebuilt from scratch. */
  readonly moves: ChunkMoves | undefined;
}

/** Returns the arrays for `change.paths`; see {@link TextIndexData}. */
export function* updateDataSteps(before: TextIndexData, change: TextChange): Task<UpdatedIndex> {
  const depth = sharedFolderDepth(change.paths);
  // The path terms of every file then change.
  if (depth !== before.sharedFolderDepth)
    return { data: yield* rebuilt(before, change), moves: undefined };
  const changed = change.paths.flatMap((path) => {
    const terms = change.files.get(path);
    return terms === undefined ? [] : [{ path, terms }];
  });
  const made = yield* assembleSteps(changed, depth);
  const dropped =
    change.before &&
    (yield* assembleSteps(
      Array.from(change.before, ([path, terms]) => ({ path, terms })),
      depth,
    ));
  const places = placesOf(before, made, change);
  const paths = sameList(before.paths, change.paths);
  const columns = fileColumns(before, made, paths, places);
  yield;
  const terms = yield* joinTerms(before, made, places, {
    chunkStarts: columns.chunkStarts,
    dropped,
  });
  const names = yield* joinNames(before, made, places, dropped);
  const { chunkOfOld, chunkOfMade } = places;
  return {
    data: { ...terms, ...names, ...columns, sharedFolderDepth: depth },
    moves: { chunkOfOld, made, chunkOfMade },
  };
}

function* rebuilt(before: TextIndexData, { paths, files }: TextChange): Task<TextIndexData> {
  const known = yield* termsByFileSteps(before);
  return yield* assembleSteps(
    paths.map((path) => {
      const terms = files.get(path) ?? known.get(path);
      if (terms === undefined) throw new Error(`no terms for ${path}`);
      return { path, terms };
    }),
  );
}

/** New numbers of files and chunks; −1 for removed ones. */
interface Places {
  /** Per new file: its number in the previous index, or ~number among the changed files. */
  readonly sources: Int32Array;
  readonly fileOfOld: Int32Array;
  readonly fileOfMade: Int32Array;
  readonly chunkOfOld: Int32Array;
  readonly chunkOfMade: Int32Array;
}

function placesOf(before: TextIndexData, made: TextIndexData, { paths }: TextChange): Places {
  const madeFiles = made.paths.map((path) => lowerBound(paths, path));
  const sources = new Int32Array(paths.length);
  const fileOfOld = new Int32Array(before.paths.length).fill(-1);
  const fileOfMade = new Int32Array(made.paths.length);
  const chunkOfOld = new Int32Array(before.chunkStartLines.length).fill(-1);
  const chunkOfMade = new Int32Array(made.chunkStartLines.length);
  let old = 0;
  let ofMade = 0;
  let chunk = 0;
  for (let file = 0; file < paths.length; file++) {
    const isMade = madeFiles[ofMade] === file;
    if (before.paths === paths) old = file;
    else {
      const path = at(paths, file);
      while (old < before.paths.length && compareStrings(at(before.paths, old), path) < 0) old++;
      if (!isMade && before.paths[old] !== path) throw new Error(`no terms for ${path}`);
    }
    const number = isMade ? ofMade++ : old;
    sources[file] = isMade ? ~number : number;
    (isMade ? fileOfMade : fileOfOld)[number] = file;
    const { chunkStarts } = isMade ? made : before;
    const chunks = isMade ? chunkOfMade : chunkOfOld;
    const end = at(chunkStarts, number + 1);
    for (let from = at(chunkStarts, number); from < end; from++) chunks[from] = chunk++;
  }
  return { sources, fileOfOld, fileOfMade, chunkOfOld, chunkOfMade };
}

type FileColumns = Pick<
  TextIndexData,
  | 'paths'
  | 'chunkStarts'
  | 'chunkStartLines'
  | 'chunkEndLines'
  | 'chunkDeclarations'
  | 'chunkLengths'
  | 'fileLengths'
  | 'fileKinds'
  | 'languages'
  | 'fileLanguages'
>;

/** Merges columns per file and per chunk from ranges of both sides. */
function fileColumns(
  before: TextIndexData,
  made: TextIndexData,
  paths: readonly RepoPath[],
  { sources }: Places,
): FileColumns {
  const chunkStarts = new Int32Array(paths.length + 1);
  for (const { file, count, side, number } of runsOf(sources, before, made)) {
    const shift = at(chunkStarts, file) - at(side.chunkStarts, number);
    for (let own = 1; own <= count; own++)
      chunkStarts[file + own] = at(side.chunkStarts, number + own) + shift;
  }
  const chunkCount = at(chunkStarts, paths.length);
  const columns = {
    chunkStartLines: new Int32Array(chunkCount),
    chunkEndLines: new Int32Array(chunkCount),
    chunkDeclarations: new Int32Array(chunkCount),
    chunkLengths: new Int32Array(chunkCount * CHUNK_FIELD_COUNT),
  };
  const fileLengths = new Int32Array(paths.length * FILE_FIELD_COUNT);
  const fileKinds = new Int32Array(paths.length);
  const { languages, numbersOf } = joinLanguages(sources, before, made);
  const fileLanguages = new Uint8Array(paths.length);
  for (const { file, count, side, number } of runsOf(sources, before, made)) {
    const first = at(side.chunkStarts, number);
    const end = at(side.chunkStarts, number + count);
    const place = at(chunkStarts, file);
    for (const name of ['chunkStartLines', 'chunkEndLines', 'chunkDeclarations'] as const)
      columns[name].set(side[name].subarray(first, end), place);
    columns.chunkLengths.set(
      rowsOf(side.chunkLengths, CHUNK_FIELD_COUNT, first, end),
      place * CHUNK_FIELD_COUNT,
    );
    const lengths = rowsOf(side.fileLengths, FILE_FIELD_COUNT, number, number + count);
    fileLengths.set(lengths, file * FILE_FIELD_COUNT);
    fileKinds.set(side.fileKinds.subarray(number, number + count), file);
    const numbers = numbersOf(side);
    for (let own = 0; own < count; own++)
      fileLanguages[file + own] = numbers[side.fileLanguages[number + own] as number] as number;
  }
  return { paths, chunkStarts, ...columns, fileLengths, fileKinds, languages, fileLanguages };
}

/** Lists the languages of the new files, and maps those of each side to their new numbers. */
function joinLanguages(
  sources: Int32Array,
  before: TextIndexData,
  made: TextIndexData,
): {
  readonly languages: readonly string[];
  readonly numbersOf: (side: TextIndexData) => readonly number[];
} {
  const used = new Set<string>();
  for (const { count, side, number } of runsOf(sources, before, made)) {
    const isUsed = new Uint8Array(side.languages.length);
    for (let file = number; file < number + count; file++)
      isUsed[side.fileLanguages[file] as number] = 1;
    for (const [language, name] of side.languages.entries())
      if (isUsed[language] === 1) used.add(name);
  }
  const languages = [...used].sort();
  const [ofBefore, ofMade] = [before, made].map((side) =>
    side.languages.map((name) => languages.indexOf(name)),
  );
  return { languages, numbersOf: (side) => (side === made ? ofMade : ofBefore) ?? [] };
}

/** A run of new files starting at `file` that are consecutive on one side, starting at `number`. */
interface Run {
  readonly file: number;
  readonly count: number;
  readonly side: TextIndexData;
  readonly number: number;
}

function* runsOf(sources: Int32Array, before: TextIndexData, made: TextIndexData): Generator<Run> {
  for (let file = 0, end = 0; file < sources.length; file = end) {
    const source = at(sources, file);
    const isMade = source < 0;
    const step = isMade ? -1 : 1;
    for (end = file + 1; sources[end] === source + (end - file) * step; ) end++;
    const number = isMade ? ~source : source;
    yield { file, count: end - file, side: isMade ? made : before, number };
  }
}

function rowsOf(column: Int32Array, width: number, first: number, end: number): Int32Array {
  return column.subarray(first * width, end * width);
}

type TermColumns = Pick<
  TextIndexData,
  | 'terms'
  | 'postingStarts'
  | 'postingChunks'
  | 'postingCounts'
  | 'fileStarts'
  | 'fileFiles'
  | 'fileCounts'
  | 'chunkFrequencyWithPath'
  | 'chunkFrequencyWithHeader'
  | 'fileFrequency'
>;

function* joinTerms(
  before: TextIndexData,
  made: TextIndexData,
  places: Places,
  {
    chunkStarts,
    dropped,
  }: { readonly chunkStarts: Int32Array; readonly dropped: TextIndexData | undefined },
): Task<TermColumns> {
  const oldPostings = sideOf(postingsOf(before), places.chunkOfOld);
  const oldEntries = sideOf(entriesOf(before), places.fileOfOld);
  const touched = dropped
    ? positionsIn(before.terms, dropped.terms)
    : touchedKeys([oldPostings, oldEntries]);
  yield;
  const plan = planKeys(before.terms, made.terms, touched, [oldPostings, oldEntries]);
  const ownPostings = sideOf(postingsOf(made), places.chunkOfMade);
  const ownEntries = sideOf(entriesOf(made), places.fileOfMade);
  yield;
  const postings = yield* joinSteps(plan, oldPostings, ownPostings, CHUNK_FIELD_COUNT);
  yield;
  const entries = yield* joinSteps(plan, oldEntries, ownEntries, FILE_FIELD_COUNT);
  const rows = {
    postingStarts: postings.starts,
    postingChunks: postings.values,
    postingCounts: postings.bytes,
    fileStarts: entries.starts,
    fileFiles: entries.values,
    fileCounts: entries.bytes,
  };
  const ranges = droppedRanges(places.fileOfOld);
  const counted = yield* frequenciesAfter(before, plan, { made, ranges, rows, chunkStarts });
  return { terms: plan.keys, ...rows, ...counted };
}

function* joinNames(
  before: TextIndexData,
  made: TextIndexData,
  { fileOfOld, fileOfMade }: Places,
  dropped: TextIndexData | undefined,
): Task<Pick<TextIndexData, 'names' | 'nameStarts' | 'nameFiles' | 'nameRoles'>> {
  const old = sideOf(namesOf(before), fileOfOld);
  const own = sideOf(namesOf(made), fileOfMade);
  const touched = dropped ? positionsIn(before.names, dropped.names) : touchedKeys([old]);
  const plan = planKeys(before.names, made.names, touched, [old]);
  const { starts, values, bytes } = yield* joinSteps(plan, old, own, 1);
  const names = sameList(before.names, plan.keys);
  return { names, nameStarts: starts, nameFiles: values, nameRoles: bytes };
}

/** Returns the previous list if nothing differs, because derived tables are cached per list. */
function sameList<Text extends string>(
  before: readonly Text[],
  now: readonly Text[],
): readonly Text[] {
  return haveSameItems(before, now) ? before : now;
}

function sideOf(rows: KeyedRows, newValue: Int32Array): JoinSide {
  return { rows, newValue, keepsNumbers: keepsNumbers(newValue) };
}

function postingsOf(data: TextIndexData): KeyedRows {
  const { postingStarts, postingChunks, postingCounts } = data;
  return { starts: postingStarts, values: postingChunks, bytes: postingCounts };
}

function entriesOf({ fileStarts, fileFiles, fileCounts }: TextIndexData): KeyedRows {
  return { starts: fileStarts, values: fileFiles, bytes: fileCounts };
}

function namesOf({ nameStarts, nameFiles, nameRoles }: TextIndexData): KeyedRows {
  return { starts: nameStarts, values: nameFiles, bytes: nameRoles };
}
