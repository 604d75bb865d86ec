/**
 * Reads and writes the first 40 bytes of every store file. All numbers are little-endian.
 *
 *    0  4  magic "GMEM"
 *    4  4  format version
 *    8  4  file kind
 *    12 4  byte order of the columns inside: the writer's native representation of 1
 *    16 8  payload length in bytes (a double, because files may exceed 4 GB)
 *    24 16 first half of the payload's SHA-256; the other header fields are checked one by one
 *    40    payload, which is therefore aligned for every typed array
 *
 * The version is checked first. SHA-256 runs at 1.5 GB/s here and a CRC at 4 GB/s, which is not worth the weaker check.
 */
import { createHash } from 'node:crypto';
import { runSync, type Task } from '../base/cooperative.ts';
import { storeCorrupt, storeVersion } from './store-errors.ts';
import { FORMAT_VERSION } from './versions.ts';

export const FILE_KINDS = { snapshot: 1, facts: 2, delta: 3, vectors: 4, graph: 5 } as const;
export type FileKind = keyof typeof FILE_KINDS;

const MAGIC = Buffer.from('GMEM', 'latin1');
const CHECKSUM_START = 24;
const CHECKSUM_BYTES = 16;
export const HEADER_BYTES = CHECKSUM_START + CHECKSUM_BYTES;

/**
 * Returns the bytes of a file whose payload `fill` writes in place, starting from zeros. The
 * largest file grows to 100 MB, so it is not copied again.
 */
export function sealEnvelope(
  kind: FileKind,
  payloadBytes: number,
  fill: (payload: Buffer) => void,
): Uint8Array {
  const { file, payload } = unsealed(kind, payloadBytes);
  fill(payload);
  runSync(checksumSteps(payload)).copy(file, CHECKSUM_START);
  return file;
}

/** A file in pieces. They are made each time they are read, so that few are in memory at once. */
export interface SealedPieces {
  /** As {@link checksumOf} the file. */
  readonly checksum: string;
  /** Each is valid until the next one is read. */
  readonly pieces: Iterable<Uint8Array>;
}

/** Seals a file whose payload consists of pieces. */
export function* sealPiecesSteps(
  kind: FileKind,
  payloadBytes: number,
  pieces: Iterable<Uint8Array>,
): Task<SealedPieces> {
  const header = headerOf(kind, payloadBytes);
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield;
  }
  hash.digest().copy(header, CHECKSUM_START, 0, CHECKSUM_BYTES);
  return {
    checksum: checksumOf(header),
    pieces: {
      *[Symbol.iterator]() {
        yield header;
        yield* pieces;
      },
    },
  };
}

/** Returns a file without its checksum and payload. */
function unsealed(
  kind: FileKind,
  payloadBytes: number,
): { readonly file: Buffer; readonly payload: Buffer } {
  const file = Buffer.alloc(HEADER_BYTES + payloadBytes);
  headerOf(kind, payloadBytes).copy(file);
  return { file, payload: file.subarray(HEADER_BYTES) };
}

/** Returns a header without its checksum. */
function headerOf(kind: FileKind, payloadBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(FORMAT_VERSION, 4);
  header.writeUInt32LE(FILE_KINDS[kind], 8);
  hostByteOrder().copy(header, 12);
  header.writeDoubleLE(payloadBytes, 16);
  return header;
}

/**
 * Returns the payload of a file as a view of its bytes.
 * @throws {GraphMemoryError} GM_STORE_VERSION when it has another format version; GM_STORE_CORRUPT
 * when it is no store file, or is truncated, too long or altered.
 */
export function openEnvelope(kind: FileKind, bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES || !startsAsStoreFile(file))
    throw storeCorrupt(`not a ${kind} file`);
  const version = file.readUInt32LE(4);
  if (version !== FORMAT_VERSION) throw storeVersion(version, FORMAT_VERSION);
  if (file.readUInt32LE(8) !== FILE_KINDS[kind]) throw storeCorrupt(`not a ${kind} file`);
  if (!file.subarray(12, 16).equals(hostByteOrder()))
    throw storeCorrupt(`${kind} file of a machine with another byte order`);
  const payload = file.subarray(HEADER_BYTES);
  if (file.readDoubleLE(16) !== payload.length) throw storeCorrupt(`${kind} file of wrong length`);
  if (!runSync(checksumSteps(payload)).equals(file.subarray(CHECKSUM_START, HEADER_BYTES)))
    throw storeCorrupt(`${kind} file with a wrong checksum`);
  return payload;
}

/**
 * Whether a file with this beginning was written by this program, in any format, damaged or not.
 */
export function startsAsStoreFile(head: Buffer): boolean {
  return head.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Returns the checksum in the header as hex; it distinguishes two files of one kind. */
export function checksumOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(CHECKSUM_START, HEADER_BYTES)).toString('hex');
}

/** Number of bytes hashed per step: about 10 ms. */
const HASHED_BYTES_PER_STEP = 16_000_000;

function* checksumSteps(payload: Uint8Array): Task<Buffer> {
  const hash = createHash('sha256');
  for (let start = 0; start < payload.length; start += HASHED_BYTES_PER_STEP) {
    hash.update(payload.subarray(start, start + HASHED_BYTES_PER_STEP));
    yield;
  }
  return hash.digest().subarray(0, CHECKSUM_BYTES);
}

function hostByteOrder(): Buffer {
  return Buffer.from(Uint32Array.of(1).buffer);
}
