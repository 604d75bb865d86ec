import type { RepoPath } from '../model/path.ts';

/** Counts per posting in {@link TextIndexData.postingCounts}: body, definition, scope. */
export const CHUNK_FIELD_COUNT = 3;
export const CHUNK_FIELDS = { body: 0, definition: 1, scope: 2 } as const;
/** Counts per entry in {@link TextIndexData.fileCounts}. */
export const FILE_FIELD_COUNT = 4;
export const FILE_FIELDS = { stem: 0, folder: 1, header: 2, comment: 3 } as const;

/**
 * The arrays of a text index. Terms, names and paths are sorted by UTF-16 code unit and identified
 * by position; chunks are numbered file by file. `xStarts` arrays have one entry more than there
 * are rows: row i is `[xStarts[i], xStarts[i + 1])` of the arrays named after them.
 *
 * Properties of a file (its path's words, its header) are stored once per file, not copied into
 * each chunk; scoring adds them to every chunk of the file.
 */
export interface TextIndexData {
  readonly terms: readonly string[];
  /** Start of each term's postings, which are ascending by chunk. */
  readonly postingStarts: Int32Array;
  readonly postingChunks: Int32Array;
  /** {@link CHUNK_FIELD_COUNT} counts per posting. */
  readonly postingCounts: Uint8Array;
  /** Start of each term's files that have it in a file field, ascending. */
  readonly fileStarts: Int32Array;
  readonly fileFiles: Int32Array;
  /** {@link FILE_FIELD_COUNT} counts per entry. */
  readonly fileCounts: Uint8Array;
  /**
   * Per term: number of chunks that have it themselves or through their file's stem, folders or
   * header.
   */
  readonly chunkFrequencyWithPath: Int32Array;
  /** Per term: number of chunks that have it themselves or through their file's header. */
  readonly chunkFrequencyWithHeader: Int32Array;
  /** Per term: number of files that have it anywhere. */
  readonly fileFrequency: Int32Array;

  /** First and last line of each chunk, 1-based and inclusive. */
  readonly chunkStartLines: Int32Array;
  readonly chunkEndLines: Int32Array;
  /** Per chunk: index into the file's declarations, −1 for none. */
  readonly chunkDeclarations: Int32Array;
  /** Number of terms in each field, {@link CHUNK_FIELD_COUNT} per chunk. */
  readonly chunkLengths: Int32Array;

  readonly paths: readonly RepoPath[];
  /** Number of leading folders that all paths share. */
  readonly sharedFolderDepth: number;
  /** Start of each file's chunks. */
  readonly chunkStarts: Int32Array;
  /** Number of terms in each field, {@link FILE_FIELD_COUNT} per file. */
  readonly fileLengths: Int32Array;
  readonly languages: readonly string[];
  /** Per file: index into `languages`. */
  readonly fileLanguages: Uint8Array;
  /** Per file: bit mask of the SYMBOL_KINDS it declares. */
  readonly fileKinds: Int32Array;

  readonly names: readonly string[];
  /** Start of each name's files that declare it, ascending. */
  readonly nameStarts: Int32Array;
  readonly nameFiles: Int32Array;
  /** Bits of NAME_ROLES, parallel to `nameFiles`. */
  readonly nameRoles: Uint8Array;
}
