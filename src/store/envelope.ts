/**
 * The first 40 bytes of every store file. All numbers are little-endian.
 *
 *    0  4  magic "GMEM"
 *    4  4  format version
 *    8  4  file kind
 *   12  4  byte order of the columns inside, as their writer's machine spells 1
 *   16  8  payload length in bytes (a double: files may pass 4 GB before we do)
 *   24 16  first half of the payload's SHA-256; the rest of the header is checked word by word
 *   40     payload, thereby aligned for every typed array
 *
 * A version is refused before anything else is looked at; a rebuild from source costs seconds, so
 * there are no migrations. SHA-256 runs at 1.5 GB/s here, a CRC at 4: not worth the weaker check.
 */
import { createHash } from 'node:crypto';
import { runSync, type Task } from '../base/cooperative.ts';
import { storeCorrupt, storeVersion } from './store-errors.ts';

/**
 * Raise it when anything that is stored changes shape or meaning, and say here what did.
 * 1: first format.
 * 2: snapshot and facts are deflated; deltas, files of changes since the snapshot.
 * 3: change times of files.
 * 4: command-line flags that files declare.
 * 5: names that files give to what they export.
 * 6: keys that code blocks of pages show, and what lists begin with.
 * 7: labels of pages, and links to these; that a page takes in others.
 * 8: facts and terms of a file are values of their own.
 */
export const FORMAT_VERSION = 8;

export const FILE_KINDS = { snapshot: 1, facts: 2, delta: 3, vectors: 4, graph: 5 } as const;
export type FileKind = keyof typeof FILE_KINDS;

const MAGIC = Buffer.from('GMEM', 'latin1');
const CHECKSUM_START = 24;
const CHECKSUM_BYTES = 16;
export const HEADER_BYTES = CHECKSUM_START + CHECKSUM_BYTES;

/**
 * Returns the bytes of a file whose payload, zeros at first, `fill` puts in place: the largest file
 * grows to 100 MB, which is better not copied once more.
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

/** The same in steps. */
export function* sealSteps(
  kind: FileKind,
  payloadBytes: number,
  fill: (payload: Buffer) => Task<void>,
): Task<Uint8Array> {
  const { file, payload } = unsealed(kind, payloadBytes);
  yield* fill(payload);
  (yield* checksumSteps(payload)).copy(file, CHECKSUM_START);
  return file;
}

/** A file with all but its checksum and its payload. */
function unsealed(
  kind: FileKind,
  payloadBytes: number,
): { readonly file: Buffer; readonly payload: Buffer } {
  const file = Buffer.alloc(HEADER_BYTES + payloadBytes);
  MAGIC.copy(file);
  file.writeUInt32LE(FORMAT_VERSION, 4);
  file.writeUInt32LE(FILE_KINDS[kind], 8);
  hostByteOrder().copy(file, 12);
  file.writeDoubleLE(payloadBytes, 16);
  return { file, payload: file.subarray(HEADER_BYTES) };
}

/**
 * Returns the payload of a file's bytes, as a view of them.
 * @throws {GraphMemoryError} GM_STORE_VERSION when another format wrote it; GM_STORE_CORRUPT when it
 * is no such file, cut short, grown or altered.
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

/** Whether a file of this beginning was made by this program, in any format and however damaged behind it. */
export function startsAsStoreFile(head: Buffer): boolean {
  return head.subarray(0, MAGIC.length).equals(MAGIC);
}

/** The checksum in the header of whole bytes, as hex: it tells two files of one kind apart. */
export function checksumOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(CHECKSUM_START, HEADER_BYTES)).toString('hex');
}

/** Some 10 ms of hashing. */
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
