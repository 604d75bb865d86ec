/**
 * Assembles the FileTerms of all files into the arrays of a text index. Three passes: number the
 * terms and names, lay out the rows, count the chunks and files of each term. Linear in the number
 * of rows, except for sorting the vocabulary.
 */
import { at } from '../../base/assert.ts';
import type { Task } from '../../base/cooperative.ts';
import type { RepoPath } from '../../model/path.ts';
import { CHUNK_WIDTH, type CountedTerms, FILE_TERM_WIDTH, POSTING_WIDTH } from '../file-terms.ts';
import { type PathTerms, pathTerms, sharedFolderDepth } from '../path-words.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from '../text-index-data.ts';
import { frequencySteps } from './chunk-frequency.ts';
import { Interner } from './interner.ts';
import { RowTable } from './row-table.ts';

export interface IndexedFile {
  readonly path: RepoPath;
  readonly terms: CountedTerms;
}

/**
 * Assembles an index in steps. `depth` is the number of leading folders shared by all files, which
 * may include files outside `files`.
 */
export function* assembleSteps(
  files: readonly IndexedFile[],
  depth = sharedFolderDepth(files.map((file) => file.path)),
): Task<TextIndexData> {
  const paths = files.map((file) => file.path);
  const vocabulary = new Interner();
  const numbers: Int32Array[] = [];
  for (const { terms } of files) {
    numbers.push(Int32Array.from(terms.terms, (term) => vocabulary.numberOf(term)));
    yield;
  }
  const { entries, fileLengths } = yield* fileRows(files, depth, vocabulary, numbers);
  const { texts, rankOf } = vocabulary.sorted();
  yield;
  const chunks = chunkColumns(files);
  yield;
  const made = yield* postingRows(files, numbers, chunks.chunkStarts);
  const postings = yield* made.groupedSteps(rankOf);
  const grouped = yield* entries.groupedSteps(rankOf);
  const rows = {
    postingStarts: postings.starts,
    postingChunks: postings.values,
    postingCounts: postings.bytes,
    fileStarts: grouped.starts,
    fileFiles: grouped.values,
    fileCounts: grouped.bytes,
  };
  const frequencies = yield* frequencySteps(rows, chunks.chunkStarts);
  const names = yield* nameColumns(files);
  return {
    terms: texts,
    ...rows,
    ...frequencies,
    ...chunks,
    paths,
    sharedFolderDepth: depth,
    fileLengths,
    fileKinds: Int32Array.from(files, ({ terms }) => terms.kinds),
    ...languageColumns(files),
    ...names,
  };
}

/**
 * Builds one row per file and term of its path, header or comments. Path terms may be new to the
 * vocabulary.
 */
function* fileRows(
  files: readonly IndexedFile[],
  sharedDepth: number,
  vocabulary: Interner,
  numbers: readonly Int32Array[],
): Task<{ entries: RowTable; fileLengths: Int32Array }> {
  const paths: PathTerms[] = [];
  for (const { path } of files) {
    paths.push(pathTerms(path, sharedDepth));
    yield;
  }
  const rowsMax = files.reduce(
    (sum, { terms }, file) => sum + terms.fileTerms.length + at(paths, file).counts.size,
    0,
  );
  const entries = new RowTable(rowsMax, FILE_FIELD_COUNT);
  const fileLengths = new Int32Array(files.length * FILE_FIELD_COUNT);
  for (const [file, { terms }] of files.entries()) {
    const { counts, stemLength, folderLength } = at(paths, file);
    const { fileTerms } = terms;
    for (let offset = 0; offset < fileTerms.length; offset += FILE_TERM_WIDTH) {
      const own = at(fileTerms, offset);
      const header = at(fileTerms, offset + 1);
      const comment = at(fileTerms, offset + 2);
      const term = at(terms.terms, own);
      const [stem, folder] = counts.get(term) ?? [0, 0];
      counts.delete(term);
      entries.add(at(at(numbers, file), own), file, [stem, folder, header, comment], 0);
    }
    for (const [term, [stem, folder]] of counts) {
      entries.add(vocabulary.numberOf(term), file, [stem, folder, 0, 0], 0);
    }
    fileLengths.set(
      [stemLength, folderLength, terms.headerLength, terms.commentLength],
      file * FILE_FIELD_COUNT,
    );
    yield;
  }
  return { entries, fileLengths };
}

function* postingRows(
  files: readonly IndexedFile[],
  numbers: readonly Int32Array[],
  chunkStarts: Int32Array,
): Task<RowTable> {
  const rowCount = files.reduce((sum, { terms }) => sum + terms.postingTerms.length, 0);
  const rows = new RowTable(rowCount, POSTING_WIDTH);
  for (const [file, { terms }] of files.entries()) {
    const global = at(numbers, file);
    const { postingStarts, postingTerms, postingCounts } = terms;
    for (let chunk = 0; chunk + 1 < postingStarts.length; chunk++) {
      const end = postingStarts[chunk + 1] ?? 0;
      for (let row = postingStarts[chunk] ?? 0; row < end; row++) {
        const term = global[postingTerms[row] ?? 0] ?? 0;
        rows.add(term, (chunkStarts[file] ?? 0) + chunk, postingCounts, row * POSTING_WIDTH);
      }
    }
    yield;
  }
  return rows;
}

type ChunkColumns = Pick<
  TextIndexData,
  'chunkStarts' | 'chunkStartLines' | 'chunkEndLines' | 'chunkDeclarations' | 'chunkLengths'
>;

function chunkColumns(files: readonly IndexedFile[]): ChunkColumns {
  const chunkStarts = new Int32Array(files.length + 1);
  for (const [file, { terms }] of files.entries()) {
    chunkStarts[file + 1] = at(chunkStarts, file) + terms.chunks.length / CHUNK_WIDTH;
  }
  const count = at(chunkStarts, files.length);
  const columns = {
    chunkStarts,
    chunkStartLines: new Int32Array(count),
    chunkEndLines: new Int32Array(count),
    chunkDeclarations: new Int32Array(count),
    chunkLengths: new Int32Array(count * CHUNK_FIELD_COUNT),
  };
  let chunk = 0;
  for (const { terms } of files) {
    for (let offset = 0; offset < terms.chunks.length; offset += CHUNK_WIDTH) {
      const [startLine = 0, endLine = 0, declaration = -1] = terms.chunks.subarray(offset);
      columns.chunkStartLines[chunk] = startLine;
      columns.chunkEndLines[chunk] = endLine;
      columns.chunkDeclarations[chunk] = declaration;
      const lengths = terms.chunks.subarray(offset + CHUNK_WIDTH - CHUNK_FIELD_COUNT);
      columns.chunkLengths.set(lengths.subarray(0, CHUNK_FIELD_COUNT), chunk * CHUNK_FIELD_COUNT);
      chunk++;
    }
  }
  return columns;
}

function languageColumns(
  files: readonly IndexedFile[],
): Pick<TextIndexData, 'languages' | 'fileLanguages'> {
  const languages = new Interner();
  const numbers = files.map(({ terms }) => languages.numberOf(terms.language));
  const { texts, rankOf } = languages.sorted();
  return {
    languages: texts,
    fileLanguages: Uint8Array.from(numbers, (number) => rankOf[number] ?? 0),
  };
}

function* nameColumns(
  files: readonly IndexedFile[],
): Task<Pick<TextIndexData, 'names' | 'nameStarts' | 'nameFiles' | 'nameRoles'>> {
  const interner = new Interner();
  const rowCount = files.reduce((sum, { terms }) => sum + terms.names.length, 0);
  const rows = new RowTable(rowCount, 1);
  for (const [file, { terms }] of files.entries()) {
    for (const [index, name] of terms.names.entries()) {
      rows.add(interner.numberOf(name), file, terms.nameRoles, index);
    }
    yield;
  }
  const { texts, rankOf } = interner.sorted();
  yield;
  const { starts, values, bytes } = yield* rows.groupedSteps(rankOf);
  return { names: texts, nameStarts: starts, nameFiles: values, nameRoles: bytes };
}
