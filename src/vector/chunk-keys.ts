/**
 * Computes chunk keys, which decide whether a chunk's vector can be reused. A key is 64 bits of the
 * term counts of the chunk and of its file's path. It is a sum of mixed numbers, so the order of
 * terms does not matter.
 */
import { assert } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { ChunkMoves } from '../index/build/update.ts';
import {
  CHUNK_FIELD_COUNT,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
  type TextIndexData,
} from '../index/text-index-data.ts';
import { runsOf } from './row-runs.ts';

/** Number of 32-bit words of a key. */
export const KEY_WIDTH = 2;

/** Keys that were computed before, also by the process that stored the index. */
const KNOWN = new WeakMap<TextIndexData, Uint32Array>();

/** Registers the keys of an index, which must be those that {@link chunkKeys} would compute. */
export function keepKeys(index: TextIndexData, keys: Uint32Array): void {
  assert(keys.length === index.chunkStartLines.length * KEY_WIDTH, 'keys of another index');
  KNOWN.set(index, keys);
}

/** Returns {@link KEY_WIDTH} words per chunk. Costs one pass over the postings, once per index. */
export function chunkKeys(index: TextIndexData): Uint32Array {
  return getOrCompute(KNOWN, index, () => computedKeys(index));
}

function computedKeys(index: TextIndexData): Uint32Array {
  const { postingStarts, postingChunks, postingCounts, fileStarts, fileFiles, fileCounts } = index;
  const keys = new Uint32Array(index.chunkStartLines.length * KEY_WIDTH);
  const fileKeys = new Uint32Array(index.paths.length * KEY_WIDTH);
  for (const [term, text] of index.terms.entries()) {
    const hash = hashOf(text);
    for (let row = postingStarts[term] ?? 0; row < (postingStarts[term + 1] ?? 0); row++) {
      const place = row * CHUNK_FIELD_COUNT;
      const counts =
        (postingCounts[place] ?? 0) |
        ((postingCounts[place + 1] ?? 0) << 8) |
        ((postingCounts[place + 2] ?? 0) << 16);
      addTo(keys, postingChunks[row] ?? 0, hash, counts);
    }
    for (let row = fileStarts[term] ?? 0; row < (fileStarts[term + 1] ?? 0); row++) {
      const place = row * FILE_FIELD_COUNT;
      const counts =
        (fileCounts[place + FILE_FIELDS.stem] ?? 0) |
        ((fileCounts[place + FILE_FIELDS.folder] ?? 0) << 8);
      if (counts !== 0) addTo(fileKeys, fileFiles[row] ?? 0, hash, counts);
    }
  }
  for (let file = 0; file < index.paths.length; file++) {
    const end = (index.chunkStarts[file + 1] ?? 0) * KEY_WIDTH;
    for (let word = (index.chunkStarts[file] ?? 0) * KEY_WIDTH; word < end; word++)
      keys[word] = (keys[word] ?? 0) ^ mixed((fileKeys[file * KEY_WIDTH + (word & 1)] ?? 0) + 1);
  }
  return keys;
}

/** Returns the keys of an index that was derived from another one with known keys. */
export function movedKeys(
  known: Uint32Array,
  { chunkOfOld, made, chunkOfMade }: ChunkMoves,
  chunkCount: number,
): Uint32Array {
  const keys = new Uint32Array(chunkCount * KEY_WIDTH);
  const put = (from: Uint32Array, places: Int32Array): void => {
    for (const { from: row, end, place } of runsOf(places))
      keys.set(from.subarray(row * KEY_WIDTH, end * KEY_WIDTH), place * KEY_WIDTH);
  };
  put(known, chunkOfOld);
  put(chunkKeys(made), chunkOfMade);
  return keys;
}

function addTo(keys: Uint32Array, row: number, hash: number, counts: number): void {
  const place = row * KEY_WIDTH;
  const value = mixed(hash ^ Math.imul(counts, 0x9e37_79b1));
  keys[place] = (keys[place] ?? 0) + value;
  keys[place + 1] = (keys[place + 1] ?? 0) + mixed(value ^ 0x85eb_ca6b ^ (hash << 1));
}

/** Returns the FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}

/** Mixes the bits of a number with the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
