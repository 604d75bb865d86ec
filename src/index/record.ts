import { GraphMemoryError } from '../base/errors.ts';
import type { RepoPath } from '../model/path.ts';
import { TextIndex } from './text-index.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from './text-index-data.ts';
import { WordIndex, type WordIndexData } from './word-index.ts';
import { Words } from './words.ts';

/**
 * NUL ends every entry: no term, path or name contains it, and one long string loads much faster.
 */
const SEPARATOR = '\0';
const STRING_COLUMNS = ['terms', 'paths', 'languages', 'names'] as const;
type StringColumn = (typeof STRING_COLUMNS)[number];

/** Serialized form of a text index: numbers, typed arrays and strings. */
export type TextIndexRecord = Omit<TextIndexData, StringColumn> & {
  readonly [Column in StringColumn]: string;
} & { readonly words: WordIndexData };

export function toTextIndexRecord(index: TextIndex): TextIndexRecord {
  const { data } = index;
  return {
    ...data,
    words: index.words.data,
    terms: join(data.terms),
    paths: join(data.paths),
    languages: join(data.languages),
    names: join(data.names),
  };
}

/**
 * Creates an index from a record. The arrays are used directly, not copied.
 * @throws {GraphMemoryError} GM_STORE_CORRUPT when the columns are inconsistent.
 */
export function fromTextIndexRecord(record: TextIndexRecord): TextIndex {
  for (const column of STRING_COLUMNS) {
    if (typeof record[column] !== 'string') throw corrupt(column);
  }
  const { words, ...columns } = record;
  const data: TextIndexData = {
    ...columns,
    terms: split(record.terms),
    paths: split(record.paths) as RepoPath[],
    languages: split(record.languages),
    names: split(record.names),
  };
  checkShape(data);
  checkWords(words);
  return new TextIndex(data, new Words(new WordIndex(words)));
}

function join(texts: readonly string[]): string {
  return texts.map((text) => text + SEPARATOR).join('');
}

function split(text: string): string[] {
  const texts = text.split(SEPARATOR);
  texts.pop();
  return texts;
}

type ColumnClass = typeof Int32Array | typeof Uint8Array;
type Rows = (data: TextIndexData) => number | undefined;
const perTerm: Rows = ({ terms }) => terms.length;
const perChunk: Rows = ({ chunkStartLines }) => chunkStartLines.length;
const perFile: Rows = ({ paths }) => paths.length;

/** The class and length of each array. */
const ARRAY_COLUMNS: Readonly<Record<ArrayColumn, readonly [ColumnClass, Rows]>> = {
  postingStarts: [Int32Array, ({ terms }) => terms.length + 1],
  postingChunks: [Int32Array, (data) => data.postingStarts.at(-1)],
  postingCounts: [Uint8Array, (data) => data.postingChunks.length * CHUNK_FIELD_COUNT],
  fileStarts: [Int32Array, ({ terms }) => terms.length + 1],
  fileFiles: [Int32Array, (data) => data.fileStarts.at(-1)],
  fileCounts: [Uint8Array, (data) => data.fileFiles.length * FILE_FIELD_COUNT],
  chunkFrequencyWithPath: [Int32Array, perTerm],
  chunkFrequencyWithHeader: [Int32Array, perTerm],
  fileFrequency: [Int32Array, perTerm],
  chunkStartLines: [Int32Array, (data) => data.chunkStarts.at(-1)],
  chunkEndLines: [Int32Array, perChunk],
  chunkDeclarations: [Int32Array, perChunk],
  chunkLengths: [Int32Array, (data) => data.chunkStartLines.length * CHUNK_FIELD_COUNT],
  chunkStarts: [Int32Array, ({ paths }) => paths.length + 1],
  fileLengths: [Int32Array, ({ paths }) => paths.length * FILE_FIELD_COUNT],
  fileLanguages: [Uint8Array, perFile],
  fileKinds: [Int32Array, perFile],
  nameStarts: [Int32Array, ({ names }) => names.length + 1],
  nameFiles: [Int32Array, (data) => data.nameStarts.at(-1)],
  nameRoles: [Uint8Array, (data) => data.nameFiles.length],
};
type ArrayColumn = Exclude<keyof TextIndexData, StringColumn | 'sharedFolderDepth'>;

/**
 * Checks every type and length that scoring relies on, so that a damaged record fails here and not
 * in a query.
 */
function checkShape(data: TextIndexData): void {
  const columns = Object.entries(ARRAY_COLUMNS) as [ArrayColumn, readonly [ColumnClass, Rows]][];
  for (const [name, [kind]] of columns) {
    if (!(data[name] instanceof kind)) throw corrupt(name);
  }
  for (const [name, [, rows]] of columns) {
    if (data[name].length !== rows(data)) throw corrupt(name);
  }
  if (!Number.isInteger(data.sharedFolderDepth)) throw corrupt('sharedFolderDepth');
}

function checkWords(data: Partial<WordIndexData> | undefined): void {
  const { words, wordStarts, fileStarts, files, longerFiles } = data ?? {};
  const isWhole =
    typeof words === 'string' &&
    wordStarts instanceof Int32Array &&
    fileStarts instanceof Int32Array &&
    files instanceof Uint8Array &&
    longerFiles instanceof Int32Array &&
    wordStarts.length === fileStarts.length &&
    wordStarts.at(-1) === words.length &&
    fileStarts.at(-1) === files.length;
  if (!isWhole) throw corrupt('words');
}

function corrupt(column: string): GraphMemoryError {
  return new GraphMemoryError('GM_STORE_CORRUPT', `text index: column ${column} does not fit`, {
    hint: 'Index the project again.',
    details: { column },
  });
}
