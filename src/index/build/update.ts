/**
 * Updates a text index after a change. Rows of unchanged files are copied with shifted numbers;
 * rows of changed files are merged in. The arrays equal those of an index built from scratch. Costs
 * one pass over the rows; terms are not processed again.
 */
import { at } from '../../base/assert.ts';
import { compareStrings } from '../../base/compare.ts';
import type { Task } from '../../base/cooperative.ts';
import { haveSameItems } from '../../base/same-items.ts';
import type { RepoPath } from '../../model/path.ts';
import type { FileTerms } from '../file-terms.ts';
import { sharedFolderDepth } from '../path-words.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from '../text-index-data.ts';
import { assembleSteps } from './assemble.ts';
import {
  countTerm,
  countTermInFile,
  filesOfChunks,
  TERMS_PER_STEP,
  type TermCounts,
} from './chunk-frequency.ts';
import { termsByFileSteps } from './invert.ts';
import {
  type DroppedRange,
  droppedRanges,
  type JoinSide,
  joinSteps,
  type KeyedRows,
  type KeyPlan,
  type KeyRun,
  planKeys,
  touchedKeys,
} from './row-join.ts';

/** The difference from the previous index. */
export interface TextChange {
  /** Paths of all current files, sorted. */
  readonly paths: readonly RepoPath[];
  /** Terms of the added and changed files. */
  readonly files: ReadonlyMap<RepoPath, FileTerms>;
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
  const places = placesOf(before, made, change);
  const paths = sameList(before.paths, change.paths);
  const columns = fileColumns(before, made, paths, places);
  yield;
  const terms = yield* joinTerms(before, made, places, columns.chunkStarts);
  const names = yield* joinNames(before, made, places);
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

function placesOf(
  before: TextIndexData,
  made: TextIndexData,
  { paths, files }: TextChange,
): Places {
  const sources = new Int32Array(paths.length);
  const fileOfOld = new Int32Array(before.paths.length).fill(-1);
  const fileOfMade = new Int32Array(made.paths.length);
  const chunkOfOld = new Int32Array(before.chunkStartLines.length).fill(-1);
  const chunkOfMade = new Int32Array(made.chunkStartLines.length);
  let old = 0;
  let ofMade = 0;
  let chunk = 0;
  for (let file = 0; file < paths.length; file++) {
    const path = at(paths, file);
    while (old < before.paths.length && compareStrings(at(before.paths, old), path) < 0) old++;
    const isMade = files.has(path);
    const number = isMade ? ofMade++ : old;
    if (!isMade && before.paths[old] !== path) throw new Error(`no terms for ${path}`);
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
    const numbers = new Set(side.fileLanguages.subarray(number, number + count));
    for (const language of numbers) used.add(at(side.languages, language));
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
  chunkStarts: Int32Array,
): Task<TermColumns> {
  const oldPostings: JoinSide = { rows: postingsOf(before), newValue: places.chunkOfOld };
  const oldEntries: JoinSide = { rows: entriesOf(before), newValue: places.fileOfOld };
  const touched = touchedKeys([oldPostings, oldEntries]);
  yield;
  const plan = planKeys(before.terms, made.terms, touched, [oldPostings, oldEntries]);
  const ownPostings: JoinSide = { rows: postingsOf(made), newValue: places.chunkOfMade };
  const ownEntries: JoinSide = { rows: entriesOf(made), newValue: places.fileOfMade };
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
  const dropped = droppedRanges(places.fileOfOld);
  const files = dropped?.reduce((count, { first, end }) => count + end - first, 0) ?? Infinity;
  const countsOf =
    dropped !== undefined && files <= FILES_MAX
      ? countsByDifference(before, made, dropped)
      : countsOfRows(rows, chunkStarts);
  const counted = yield* frequencies(before, plan, countsOf);
  return { terms: plan.keys, ...rows, ...counted };
}

/** The terms of more changed files are counted anew. */
const FILES_MAX = 16;

const FREQUENCIES = [
  'chunkFrequencyWithPath',
  'chunkFrequencyWithHeader',
  'fileFrequency',
] as const;
type Frequencies = Pick<TextIndexData, (typeof FREQUENCIES)[number]>;

/**
 * Updates the frequencies of terms in changed files; only these can differ from the previous index.
 */
function* frequencies(
  before: TextIndexData,
  plan: KeyPlan,
  countsOf: (run: KeyRun) => TermCounts,
): Task<Frequencies> {
  const count = plan.keys.length;
  const counted = {
    chunkFrequencyWithPath: new Int32Array(count),
    chunkFrequencyWithHeader: new Int32Array(count),
    fileFrequency: new Int32Array(count),
  };
  for (const [index, run] of plan.runs.entries()) {
    if (index % TERMS_PER_STEP === 0) yield;
    const { key, left } = run;
    if (run.isKept) {
      for (const name of FREQUENCIES)
        counted[name].set(before[name].subarray(left, left + run.count), key);
      continue;
    }
    const { withPath, withHeader, files } = countsOf(run);
    counted.chunkFrequencyWithPath[key] = withPath;
    counted.chunkFrequencyWithHeader[key] = withHeader;
    counted.fileFrequency[key] = files;
  }
  return counted;
}

/** Counts by difference: without the previous content of changed files, with their new content. */
function countsByDifference(
  before: TextIndexData,
  made: TextIndexData,
  dropped: readonly DroppedRange[],
): (run: KeyRun) => TermCounts {
  return ({ left, right }) => {
    let { withPath, withHeader, files } = storedCounts(made, right);
    if (left < 0) return { withPath, withHeader, files };
    const known = storedCounts(before, left);
    withPath += known.withPath;
    withHeader += known.withHeader;
    files += known.files;
    for (const { first, end } of dropped) {
      for (let file = first; file < end; file++) {
        const old = countTermInFile(before, before.chunkStarts, left, file);
        withPath -= old.withPath;
        withHeader -= old.withHeader;
        files -= old.files;
      }
    }
    return { withPath, withHeader, files };
  };
}

function storedCounts(data: TextIndexData, term: number): TermCounts {
  return {
    withPath: data.chunkFrequencyWithPath[term] ?? 0,
    withHeader: data.chunkFrequencyWithHeader[term] ?? 0,
    files: data.fileFrequency[term] ?? 0,
  };
}

/** Counts all rows of a term. */
function countsOfRows(
  rows: Parameters<typeof countTerm>[0],
  chunkStarts: Int32Array,
): (run: KeyRun) => TermCounts {
  const fileOfChunk = filesOfChunks(chunkStarts);
  return ({ key }) => countTerm(rows, chunkStarts, fileOfChunk, key);
}

function* joinNames(
  before: TextIndexData,
  made: TextIndexData,
  { fileOfOld, fileOfMade }: Places,
): Task<Pick<TextIndexData, 'names' | 'nameStarts' | 'nameFiles' | 'nameRoles'>> {
  const old: JoinSide = { rows: namesOf(before), newValue: fileOfOld };
  const own: JoinSide = { rows: namesOf(made), newValue: fileOfMade };
  const plan = planKeys(before.names, made.names, touchedKeys([old]), [old]);
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
