/**
 * Stores vectors.gm: vectors of chunks. They can always be computed again, so a damaged file is
 * treated as missing.
 */
import { KEY_WIDTH } from '../vector/chunk-keys.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { decode, encode } from './codec.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { storeCorrupt } from './store-errors.ts';

export function encodeVectors(set: VectorSet): Uint8Array {
  const payload = encode(set);
  return sealEnvelope('vectors', payload.byteLength, (place) => place.set(payload));
}

/**
 * Decodes the bytes of a delta file.
 * @throws {GraphMemoryError} GM_STORE_VERSION or GM_STORE_CORRUPT.
 */
export function decodeVectors(bytes: Uint8Array): VectorSet {
  const set = decode(openEnvelope('vectors', bytes)) as Partial<VectorSet> | null;
  // An empty recipe, as in files written before recipes existed.
  const { model, recipe = '', dimensions, keys, rows } = set ?? {};
  const isWhole =
    typeof model === 'string' &&
    typeof recipe === 'string' &&
    typeof dimensions === 'number' &&
    keys instanceof Uint32Array &&
    rows instanceof Int8Array &&
    rows.length * KEY_WIDTH === keys.length * dimensions;
  if (!isWhole) throw storeCorrupt('inconsistent vectors');
  return { model, recipe, dimensions, keys, rows };
}
