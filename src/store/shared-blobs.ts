/** Blobs by key, in a place that several machines share. */
import { contentHash } from '../base/hash.ts';

export interface SharedBlobs {
  /** Where they are, for messages; without passwords. */
  readonly location: string;
  /** Returns the blobs that exist, unchecked. @throws {GraphMemoryError} GM_IO, GM_DATABASE. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Returns the keys that exist, and keeps their blobs from expiring. @throws as `read`. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Writes blobs under keys that do not exist. @throws as `read`. */
  write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** Bytes of the hash in front of a blob. */
const HASH_BYTES = 16;

/** Puts a hash in front of a blob, which tells a damaged one, and one under another key. */
export function sealBlob(key: string, payload: Uint8Array): Uint8Array {
  return Buffer.concat([hashOf(key, payload), payload]);
}

/** Returns what was sealed under a key; undefined if it is damaged. */
export function openBlob(key: string, blob: Uint8Array | undefined): Uint8Array | undefined {
  if (blob === undefined || blob.length < HASH_BYTES) return undefined;
  const payload = blob.subarray(HASH_BYTES);
  const isWhole = Buffer.compare(blob.subarray(0, HASH_BYTES), hashOf(key, payload)) === 0;
  return isWhole ? payload : undefined;
}

function hashOf(key: string, payload: Uint8Array): Buffer {
  return Buffer.from(contentHash(Buffer.concat([Buffer.from(`${key}\n`), payload])), 'hex');
}
