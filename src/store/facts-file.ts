/**
 * Stores the facts of every file as separate bytes. One file's facts can be read without the
 * others', and a save copies unchanged facts without decoding them.
 *
 * Payload of facts.gm: size of the table (4), zero (4), the table, then the files' bytes. Each part
 * is aligned to a multiple of 8, so that typed arrays can be views.
 */
import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { RepoPath } from '../model/path.ts';
import { align } from './align.ts';
import { decode, encodeSteps } from './codec.ts';
import { openEnvelope, type SealedPieces, sealPiecesSteps } from './envelope.ts';
import { type FileRecord, unpackRecord } from './file-record.ts';
import { storeCorrupt } from './store-errors.ts';

export interface FactsChange {
  /** Hash of the file's content, as in the manifest. */
  readonly hash: string;
  /** A packed {@link FileRecord}. */
  readonly bytes: Uint8Array;
}

/** Changes of a save to the existing facts. */
export interface FactsChanges {
  /** New files, and files with new content. */
  readonly changed: ReadonlyMap<RepoPath, FactsChange>;
  readonly removed: ReadonlySet<RepoPath>;
}

/** Index of each file's facts; row i is one file, rows are sorted by path. */
interface FactsTable {
  readonly generation: number;
  /** Checksum of the snapshot saved with the facts. */
  readonly snapshot: string;
  readonly cacheKey: string;
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  /**
   * Byte offset from the end of the table, and length in bytes. Doubles, because files may exceed 4
   * GB.
   */
  readonly starts: Float64Array;
  readonly lengths: Float64Array;
}

/** Facts of some files, by path and content. */
export interface KnownFacts {
  /**
   * Returns the hash of the content from which the facts of a path were derived; undefined if there
   * are none.
   */
  hashOf(path: RepoPath): string | undefined;
  /** Returns the packed facts of a file, to be copied. */
  bytesOf(path: RepoPath): Uint8Array | undefined;
}

/** Facts of all files, independent of their storage. */
export interface Facts extends KnownFacts {
  /** Generation of the snapshot saved with it. */
  readonly generation: number;
  /**
   * Identifies the program version that derived the facts. Facts of different versions must not be
   * mixed.
   */
  readonly cacheKey: string;
  /** Sorted. */
  readonly paths: readonly RepoPath[];
  /**
   * Decodes the facts of a file. The result is not cached. Returns undefined if there are none, or
   * if `hash` is given and differs from the hash of their content.
   */
  get(path: RepoPath, hash?: string): FileRecord | undefined;
}

/** Facts stored on disk; immutable. Holds the file's bytes in memory, so release it when done. */
export class FactsFile implements Facts {
  readonly generation: number;
  readonly cacheKey: string;
  readonly paths: readonly RepoPath[];
  /** Checksum of the snapshot saved with the facts. */
  readonly snapshot: string;
  readonly #table: FactsTable;
  readonly #blobs: Uint8Array;
  readonly #rows: ReadonlyMap<string, number>;

  /**
   * Opens the bytes of facts.gm without decoding any file's facts.
   * @throws {GraphMemoryError} GM_STORE_VERSION or GM_STORE_CORRUPT.
   */
  constructor(bytes: Uint8Array) {
    const { table, blobs } = openTable(openEnvelope('facts', bytes));
    this.#table = table;
    this.#blobs = blobs;
    this.#rows = new Map(table.paths.map((path, row) => [path, row]));
    this.generation = table.generation;
    this.snapshot = table.snapshot;
    this.cacheKey = table.cacheKey;
    this.paths = table.paths as readonly RepoPath[];
  }

  hashOf(path: RepoPath): string | undefined {
    const row = this.#rows.get(path);
    return row === undefined ? undefined : this.#table.hashes[row];
  }

  get(path: RepoPath, hash?: string): FileRecord | undefined {
    const bytes = this.bytesOf(path);
    if (bytes === undefined || (hash !== undefined && hash !== this.hashOf(path))) return undefined;
    return unpackRecord(bytes);
  }

  bytesOf(path: RepoPath): Uint8Array | undefined {
    const row = this.#rows.get(path);
    if (row === undefined) return undefined;
    const start = this.#table.starts[row] as number;
    return this.#blobs.subarray(start, start + (this.#table.lengths[row] as number));
  }
}

/** Encodes facts.gm after some changes, in pieces. Copies previously encoded facts. */
export function* encodeFactsSteps(
  head: { readonly generation: number; readonly cacheKey: string; readonly snapshot: string },
  previous: Facts | undefined,
  changes: FactsChanges,
): Task<SealedPieces> {
  const blobs = yield* collectBlobs(previous, changes);
  const starts = new Float64Array(blobs.length);
  let end = 0;
  for (const [row, blob] of blobs.entries()) {
    starts[row] = end;
    end = align(end + blob.bytes.byteLength);
  }
  const table: FactsTable = {
    generation: head.generation,
    cacheKey: head.cacheKey,
    snapshot: head.snapshot,
    paths: blobs.map((blob) => blob.path),
    hashes: blobs.map((blob) => blob.hash),
    starts,
    lengths: Float64Array.from(blobs, (blob) => blob.bytes.byteLength),
  };
  const tableBytes = yield* encodeSteps(table);
  const blobsStart = align(8 + tableBytes.byteLength);
  const first = Buffer.alloc(blobsStart);
  first.writeUInt32LE(tableBytes.byteLength, 0);
  first.set(tableBytes, 8);
  return yield* sealPiecesSteps('facts', blobsStart + end, {
    *[Symbol.iterator]() {
      yield first;
      yield* piecesOf(blobs);
    },
  });
}

/** Size of a piece that is written at once, unless one blob is larger. */
const PIECE_BYTES = 1 << 20;

/** Yields the bytes of all blobs, each aligned, in a buffer that is used again for the next piece. */
function* piecesOf(blobs: readonly Blob[]): Generator<Uint8Array> {
  const sizes = blobs.map(({ bytes }) => align(bytes.byteLength));
  const buffer = Buffer.alloc(sizes.reduce((most, size) => Math.max(most, size), PIECE_BYTES));
  let end = 0;
  for (const [row, { bytes }] of blobs.entries()) {
    const size = at(sizes, row);
    if (end + size > buffer.length) {
      yield buffer.subarray(0, end);
      end = 0;
    }
    buffer.set(bytes, end);
    buffer.fill(0, end + bytes.byteLength, end + size);
    end += size;
  }
  if (end > 0) yield buffer.subarray(0, end);
}

interface Blob {
  readonly path: RepoPath;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

function* collectBlobs(previous: Facts | undefined, changes: FactsChanges): Task<readonly Blob[]> {
  const blobs: Blob[] = [];
  for (const [path, { hash, bytes }] of changes.changed) blobs.push({ path, hash, bytes });
  for (const path of previous?.paths ?? []) {
    if (changes.changed.has(path) || changes.removed.has(path)) continue;
    yield;
    const bytes = previous?.bytesOf(path);
    const hash = previous?.hashOf(path);
    if (bytes !== undefined && hash !== undefined) blobs.push({ path, hash, bytes });
  }
  return blobs.sort((a, b) => compareStrings(a.path, b.path));
}

function openTable(payload: Uint8Array): { table: FactsTable; blobs: Uint8Array } {
  const buffer = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (buffer.length < 8) throw storeCorrupt('facts without a table');
  const tableBytes = buffer.readUInt32LE(0);
  if (8 + tableBytes > buffer.length) throw storeCorrupt('facts with a cut table');
  const table = decode(buffer.subarray(8, 8 + tableBytes)) as FactsTable;
  const blobs = buffer.subarray(align(8 + tableBytes));
  checkTable(table, blobs.length);
  return { table, blobs };
}

/**
 * Checks the table. The checksum already guarantees the bytes; this contains bugs of the writer.
 */
function checkTable(table: Partial<FactsTable> | null, blobsBytes: number): void {
  const { paths, hashes, starts, lengths } = table ?? {};
  const isWhole =
    Array.isArray(paths) &&
    Array.isArray(hashes) &&
    starts instanceof Float64Array &&
    lengths instanceof Float64Array;
  if (!isWhole) throw storeCorrupt('facts with a wrong table');
  const rows = paths.length;
  if (hashes.length !== rows || starts.length !== rows || lengths.length !== rows)
    throw storeCorrupt('facts table of different lengths');
  for (let row = 0; row < rows; row++) {
    if ((starts[row] as number) + (lengths[row] as number) > blobsBytes)
      throw storeCorrupt('facts beyond the end of the file');
  }
}
