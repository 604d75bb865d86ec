import { GraphMemoryError } from '../base/errors.ts';
import type { RepoPath } from '../model/path.ts';
import { TextIndex } from './text-index.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from './text-index-data.ts';
import { WordIndex, type WordIndexData } from './word-index.ts';

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
  return new TextIndex(data, new WordIndex(words));
}

function join(texts: readonly string[]): string {
  return texts.map((text) => text + SEPARATOR).join('');
}

function split(text: string): string[] {
  const texts = text.split(SEPARATOR);
  texts.pop();
  return texts;
}

const ARRAY_COLUMNS = {
  postingStarts: Int32Array,
  postingChunks: Int32Array,
  postingCounts: Uint8Array,
  fileStarts: Int32Array,
  fileFiles: Int32Array,
  fileCounts: Uint8Array,
  chunkFrequencyWithPath: Int32Array,
  chunkFrequencyWithHeader: Int32Array,
  fileFrequency: Int32Array,
  chunkStartLines: Int32Array,
  chunkEndLines: Int32Array,
  chunkDeclarations: Int32Array,
  chunkLengths: Int32Array,
  chunkStarts: Int32Array,
  fileLengths: Int32Array,
  fileLanguages: Uint8Array,
  fileKinds: Int32Array,
  nameStarts: Int32Array,
  nameFiles: Int32Array,
  nameRoles: Uint8Array,
} as const satisfies Partial<Record<keyof TextIndexData, unknown>>;
type ArrayColumn = keyof typeof ARRAY_COLUMNS;

/**
 * Checks every type and length that scoring relies on, so that a damaged record fails here and not
 * in a query.
 */
function checkShape(data: TextIndexData): void {
  const columns = Object.keys(ARRAY_COLUMNS) as ArrayColumn[];
  for (const column of columns) {
    if (!(data[column] instanceof ARRAY_COLUMNS[column])) throw corrupt(column);
  }
  const { terms, paths, names } = data;
  const chunks = data.chunkStartLines.length;
  const lengths: Readonly<Record<ArrayColumn, number | undefined>> = {
    postingStarts: terms.length + 1,
    postingChunks: data.postingStarts.at(-1),
    postingCounts: data.postingChunks.length * CHUNK_FIELD_COUNT,
    fileStarts: terms.length + 1,
    fileFiles: data.fileStarts.at(-1),
    fileCounts: data.fileFiles.length * FILE_FIELD_COUNT,
    chunkFrequencyWithPath: terms.length,
    chunkFrequencyWithHeader: terms.length,
    fileFrequency: terms.length,
    chunkStarts: paths.length + 1,
    chunkStartLines: data.chunkStarts.at(-1),
    chunkEndLines: chunks,
    chunkDeclarations: chunks,
    chunkLengths: chunks * CHUNK_FIELD_COUNT,
    fileLengths: paths.length * FILE_FIELD_COUNT,
    fileLanguages: paths.length,
    fileKinds: paths.length,
    nameStarts: names.length + 1,
    nameFiles: data.nameStarts.at(-1),
    nameRoles: data.nameFiles.length,
  };
  for (const column of columns) {
    if (data[column].length !== lengths[column]) throw corrupt(column);
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
