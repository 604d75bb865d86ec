/**
 * Bytes made smaller: their length (4), zero (4), and raw DEFLATE (RFC 1951) at level 1, which makes a
 * third of a snapshot and less than half of a file's facts; higher levels take long for a tenth more.
 */
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { storeCorrupt } from './store-errors.ts';

const HEADER_BYTES = 8;
const LEVEL = 1;
const deflateInBackground = promisify(deflateRaw);

export function deflate(bytes: Uint8Array): Uint8Array {
  return withLength(bytes.byteLength, deflateRawSync(bytes, optionsFor(bytes)));
}

/** What is made lies in one piece, which is seldom more than half: pieces of the default size are many or too large. */
function optionsFor({ byteLength }: Uint8Array): { level: number; chunkSize: number } {
  return { level: LEVEL, chunkSize: Math.max(64, byteLength >> 1) };
}

/** The same on a thread of the system's, for large ones. */
export async function deflateLarge(bytes: Uint8Array): Promise<Uint8Array> {
  return withLength(bytes.byteLength, await deflateInBackground(bytes, { level: LEVEL }));
}

function withLength(length: number, deflated: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + deflated.byteLength);
  bytes.writeUInt32LE(length, 0);
  bytes.set(deflated, HEADER_BYTES);
  return bytes;
}

/**
 * Returns the bytes as they were, in a buffer of their own.
 * @throws {GraphMemoryError} GM_STORE_CORRUPT when they are not what `deflate` made.
 */
export function inflate(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES) throw storeCorrupt('deflated data without a header');
  const length = buffer.readUInt32LE(0);
  let inflated: Uint8Array;
  try {
    inflated = inflateRawSync(buffer.subarray(HEADER_BYTES), {
      maxOutputLength: Math.max(1, length),
      // The result in one piece: pieces of the default size would be copied together.
      chunkSize: Math.max(64, length),
    });
  } catch (error) {
    throw storeCorrupt('undecodable deflated data', error);
  }
  if (inflated.length !== length) throw storeCorrupt('deflated data of wrong length');
  // Views of typed arrays need the start of a buffer of their own.
  return inflated.byteOffset % 8 === 0 ? inflated : Uint8Array.from(inflated);
}
