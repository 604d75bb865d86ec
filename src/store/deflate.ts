/**
 * Compresses bytes. Format: their length (4), zero (4), and raw DEFLATE (RFC 1951) at level 1. This
 * reduces a snapshot to a third and a file's facts to less than half; higher levels take much
 * longer and save another tenth.
 */
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  createDeflateRaw,
  deflateRawSync,
  inflateRaw,
  inflateRawSync,
  type ZlibOptions,
} from 'node:zlib';
import { type GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { byteLengthOf } from './align.ts';
import { storeCorrupt } from './store-errors.ts';

const HEADER_BYTES = 8;
const LEVEL = 1;
/** Size of the pieces of large output. */
const PIECE_BYTES = 1 << 18;

export function deflate(bytes: Uint8Array): Uint8Array {
  const deflated = deflateRawSync(bytes, optionsFor(bytes));
  const whole = Buffer.alloc(HEADER_BYTES + deflated.byteLength);
  whole.set(headerOf(bytes.byteLength));
  whole.set(deflated, HEADER_BYTES);
  return whole;
}

/**
 * Returns options that make the output one piece, which is seldom more than half of the input.
 * Pieces of the default size are too many or too large.
 */
function optionsFor({ byteLength }: Uint8Array): { level: number; chunkSize: number } {
  return { level: LEVEL, chunkSize: Math.max(64, byteLength >> 1) };
}

/** Deflates large input on a system thread. Takes and returns pieces, so that nothing is copied. */
export async function deflateLarge(pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const deflated: Uint8Array[] = [headerOf(byteLengthOf(pieces))];
  const stream = createDeflateRaw({ level: LEVEL, chunkSize: PIECE_BYTES });
  await pipeline(pieces, stream, async (source: AsyncIterable<Uint8Array>) => {
    for await (const piece of source) deflated.push(piece);
  });
  return deflated;
}

function headerOf(length: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(length, 0);
  return header;
}

/**
 * Inflates to the original bytes, in a buffer of their own.
 * @throws {GraphMemoryError} GM_STORE_CORRUPT when the bytes were not produced by `deflate`.
 */
export function inflate(bytes: Uint8Array): Uint8Array {
  const { body, length, options } = openDeflated(bytes);
  try {
    return whole(inflateRawSync(body, options), length);
  } catch (error) {
    throw undecodable(error);
  }
}

/** Does the same on a system thread. @throws {GraphMemoryError} as `inflate`. */
export async function inflateLarge(bytes: Uint8Array): Promise<Uint8Array> {
  const { body, length, options } = openDeflated(bytes);
  try {
    return whole(await inflateRawLater(body, options), length);
  } catch (error) {
    throw undecodable(error);
  }
}

const inflateRawLater = promisify<Uint8Array, ZlibOptions, Uint8Array>(inflateRaw);

function openDeflated(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES) throw storeCorrupt('deflated data without a header');
  const length = buffer.readUInt32LE(0);
  const options = {
    maxOutputLength: Math.max(1, length),
    // Makes the result one piece, which is not filled. Behind a full one zlib allocates a further one
    // of this size, and V8 collects garbage because of so much memory.
    chunkSize: Math.max(64, length + 1),
  };
  return { body: buffer.subarray(HEADER_BYTES), length, options };
}

function whole(inflated: Uint8Array, length: number): Uint8Array {
  if (inflated.length !== length) throw storeCorrupt('deflated data of wrong length');
  // Views of typed arrays require an aligned offset, as at the start of a separate buffer.
  return inflated.byteOffset % 8 === 0 ? inflated : Uint8Array.from(inflated);
}

function undecodable(error: unknown): GraphMemoryError {
  return isGraphMemoryError(error) ? error : storeCorrupt('undecodable deflated data', error);
}
