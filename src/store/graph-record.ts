/**
 * Stores graph.gm: the keys of the points in graph.bin, and its checksum. The graph is written and
 * read by a library that does not detect damage, so it is only read if its checksum matches.
 */
import { KEY_WIDTH } from '../vector/chunk-keys.ts';
import type { HnswTable } from '../vector/hnsw.ts';
import { decode, encode } from './codec.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { storeCorrupt } from './store-errors.ts';

export interface GraphRecord extends HnswTable {
  /** Model whose vectors the points are. */
  readonly model: string;
  readonly checksum: string;
}

export function encodeGraphRecord(record: GraphRecord): Uint8Array {
  const payload = encode(record);
  return sealEnvelope('graph', payload.byteLength, (place) => place.set(payload));
}

/**
 * Decodes the bytes of a delta file.
 * @throws {GraphMemoryError} GM_STORE_VERSION or GM_STORE_CORRUPT.
 */
export function decodeGraphRecord(bytes: Uint8Array): GraphRecord {
  const record = decode(openEnvelope('graph', bytes)) as Partial<GraphRecord> | null;
  const { model, dimensions, keys, labels, checksum } = record ?? {};
  const isWhole =
    typeof model === 'string' &&
    typeof dimensions === 'number' &&
    typeof checksum === 'string' &&
    keys instanceof Uint32Array &&
    labels instanceof Uint32Array &&
    keys.length === labels.length * KEY_WIDTH;
  if (!isWhole) throw storeCorrupt('an inconsistent graph of neighbours');
  return { model, dimensions, keys, labels, checksum };
}
