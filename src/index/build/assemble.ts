/**
 * Assembles the terms of all files into the arrays of a text index: numbers the terms and names, lays
 * out the rows, counts the chunks and files of each term. Linear in the number of rows, except for
 * sorting the vocabulary.
 */
import { at } from '../../base/assert.ts';
import type { Task } from '../../base/cooperative.ts';
import type { RepoPath } from '../../model/path.ts';
import { CHUNK_WIDTH, type CountedTerms, FILE_TERM_WIDTH, POSTING_WIDTH } from '../file-terms.ts';
import { type PathTerms, pathTerms, sharedFolderDepth } from '../path-words.ts';
import { CHUNK_FIELD_COUNT, FILE_FIELD_COUNT, type TextIndexData } from '../text-index-data.ts';
import { frequencySteps } from './chunk-frequency.ts';
import type { Interner } from './interner.ts';
import { type NumberedFile, NumberedFiles } from './numbered-files.ts';
import { RowTable } from './row-table.ts';

export interface IndexedFile {
  readonly path: RepoPath;
  readonly terms: CountedTerms;
}

/** Assembles an index of files in path order, in steps. `depth` is as for {@link assembleNumberedSteps}. */
export function* assembleSteps(files: readonly IndexedFile[], depth?: number): Task<TextIndexData> {
  const numbered = new NumberedFiles();
  for (const { path, terms } of files) {
    numbered.add(path, terms);
    yield;
  }
  return yield* assembleNumberedSteps(numbered, numbered.files, depth);
}

/**
 * Does the same for numbered files. `files` are all of them, in path order. `depth` is the number of
 * leading folders shared by all files, which may include others.
 */
export function* assembleNumberedSteps(
  { vocabulary, names, languages }: NumberedFiles,
  files: readonly NumberedFile[],
  depth = sharedFolderDepth(files.map((file) => file.path)),
): Task<TextIndexData> {
  const paths = files.map((file) => file.path);
  const { entries, fileLengths } = yield* fileRows(files, depth, vocabulary);
  const { texts, rankOf } = vocabulary.sorted();
  yield;
  const chunks = chunkColumns(files);
  yield;
  const made = yield* postingRows(files, chunks.chunkStarts);
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
  const nameRows = yield* nameColumns(files, names);
  return {
    terms: texts,
    ...rows,
    ...frequencies,
    ...chunks,
    paths,
    sharedFolderDepth: depth,
    fileLengths,
    fileKinds: Int32Array.from(files, ({ kinds }) => kinds),
    ...languageColumns(files, languages),
    ...nameRows,
  };
}

/**
 * Builds one row per file and term of its path, header or comments. Path terms may be new to the
 * vocabulary.
 */
function* fileRows(
  files: readonly NumberedFile[],
  sharedDepth: number,
  vocabulary: Interner,
): Task<{ entries: RowTable; fileLengths: Int32Array }> {
  const paths: PathTerms[] = [];
  for (const { path } of files) {
    paths.push(pathTerms(path, sharedDepth));
    yield;
  }
  const rowsMax = files.reduce(
    (sum, one, file) => sum + one.list('fileTerms').length + at(paths, file).counts.size,
    0,
  );
  const entries = new RowTable(rowsMax, FILE_FIELD_COUNT);
  const fileLengths = new Int32Array(files.length * FILE_FIELD_COUNT);
  for (const [file, one] of files.entries()) {
    const { counts, stemLength, folderLength } = at(paths, file);
    const ofPath = new Map(Array.from(counts, ([term, own]) => [vocabulary.numberOf(term), own]));
    const fileTerms = one.list('fileTerms');
    for (let offset = 0; offset < fileTerms.length; offset += FILE_TERM_WIDTH) {
      const term = at(fileTerms, offset);
      const header = at(fileTerms, offset + 1);
      const comment = at(fileTerms, offset + 2);
      const [stem, folder] = ofPath.get(term) ?? [0, 0];
      ofPath.delete(term);
      entries.add(term, file, [stem, folder, header, comment], 0);
    }
    for (const [term, [stem, folder]] of ofPath) entries.add(term, file, [stem, folder, 0, 0], 0);
    fileLengths.set(
      [stemLength, folderLength, one.headerLength, one.commentLength],
      file * FILE_FIELD_COUNT,
    );
    yield;
  }
  return { entries, fileLengths };
}

function* postingRows(files: readonly NumberedFile[], chunkStarts: Int32Array): Task<RowTable> {
  const rowCount = files.reduce((sum, one) => sum + one.list('postingTerms').length, 0);
  const rows = new RowTable(rowCount, POSTING_WIDTH);
  for (const [file, one] of files.entries()) {
    const { postingCounts } = one;
    const postingStarts = one.list('postingStarts');
    const postingTerms = one.list('postingTerms');
    for (let chunk = 0; chunk + 1 < postingStarts.length; chunk++) {
      const end = postingStarts[chunk + 1] ?? 0;
      for (let row = postingStarts[chunk] ?? 0; row < end; row++) {
        const term = postingTerms[row] ?? 0;
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

function chunkColumns(files: readonly NumberedFile[]): ChunkColumns {
  const chunkStarts = new Int32Array(files.length + 1);
  for (const [file, one] of files.entries()) {
    chunkStarts[file + 1] = at(chunkStarts, file) + one.list('chunks').length / CHUNK_WIDTH;
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
  for (const one of files) {
    const rows = one.list('chunks');
    for (let offset = 0; offset < rows.length; offset += CHUNK_WIDTH) {
      const [startLine = 0, endLine = 0, declaration = -1] = rows.subarray(offset);
      columns.chunkStartLines[chunk] = startLine;
      columns.chunkEndLines[chunk] = endLine;
      columns.chunkDeclarations[chunk] = declaration;
      const lengths = rows.subarray(offset + CHUNK_WIDTH - CHUNK_FIELD_COUNT);
      columns.chunkLengths.set(lengths.subarray(0, CHUNK_FIELD_COUNT), chunk * CHUNK_FIELD_COUNT);
      chunk++;
    }
  }
  return columns;
}

function languageColumns(
  files: readonly NumberedFile[],
  languages: Interner,
): Pick<TextIndexData, 'languages' | 'fileLanguages'> {
  const { texts, rankOf } = languages.sorted();
  return {
    languages: texts,
    fileLanguages: Uint8Array.from(files, ({ language }) => rankOf[language] ?? 0),
  };
}

function* nameColumns(
  files: readonly NumberedFile[],
  names: Interner,
): Task<Pick<TextIndexData, 'names' | 'nameStarts' | 'nameFiles' | 'nameRoles'>> {
  const rowCount = files.reduce((sum, one) => sum + one.list('names').length, 0);
  const rows = new RowTable(rowCount, 1);
  for (const [file, one] of files.entries()) {
    const { nameRoles } = one;
    for (const [index, name] of one.list('names').entries()) rows.add(name, file, nameRoles, index);
    yield;
  }
  const { texts, rankOf } = names.sorted();
  yield;
  const { starts, values, bytes } = yield* rows.groupedSteps(rankOf);
  return { names: texts, nameStarts: starts, nameFiles: values, nameRoles: bytes };
}
