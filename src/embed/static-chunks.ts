/**
 * Chunks → vectors, from the text index: what a chunk says, names and is filed under is counted there
 * already, so no text is read again. A vector is a function of the chunk's own words and its file's path.
 */
import { at } from '../base/assert.ts';
import {
  CHUNK_FIELD_COUNT,
  CHUNK_FIELDS,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
  type TextIndexData,
} from '../index/text-index-data.ts';
import { quantize } from './rows.ts';
import type { StaticModel } from './static-model.ts';

/** What of a text index is looked at; plain data, so that it can go to another thread. */
export type EmbeddedIndex = Pick<
  TextIndexData,
  | 'terms'
  | 'postingStarts'
  | 'postingChunks'
  | 'postingCounts'
  | 'fileStarts'
  | 'fileFiles'
  | 'fileCounts'
  | 'chunkStarts'
>;

/** As in `training/words.mjs`: a model is read as it was trained. */
const BODY_MAX = 15;
const WEIGHTS = { definition: 2, definitionMax: 2, scope: 1, stem: 1.5, folder: 0.5 } as const;

/** Chunks whose sums are held at a time: 8 MB of floats. */
const BLOCK = 8192;

/** Rows of the chunks, which must ascend: a signed byte a dimension, the largest of a row ±127. */
export function embedChunks(
  model: StaticModel,
  index: EmbeddedIndex,
  chunks: Int32Array,
): Int8Array {
  const { dimensions } = model;
  const rows = new Int8Array(chunks.length * dimensions);
  const words = Int32Array.from(index.terms, (term) => model.rows.get(term) ?? -1);
  const cursors = Int32Array.from(index.postingStarts);
  for (let from = 0; from < chunks.length; from += BLOCK) {
    const block = chunks.subarray(from, from + BLOCK);
    const sums = sumsOf(model, index, words, cursors, block);
    quantize(sums, dimensions, rows.subarray(from * dimensions));
  }
  return rows;
}

/** `cursors`: per term, the first posting that is not before the block; moved to its end. */
function sumsOf(
  model: StaticModel,
  index: EmbeddedIndex,
  words: Int32Array,
  cursors: Int32Array,
  block: Int32Array,
): Float32Array {
  const { postingStarts, postingChunks, postingCounts, fileStarts, fileFiles, fileCounts } = index;
  const first = at(block, 0);
  const last = at(block, block.length - 1);
  const slots = new Int32Array(last - first + 1).fill(-1);
  for (const [slot, chunk] of block.entries()) slots[chunk - first] = slot;
  const sums = new Float32Array(block.length * model.dimensions);
  for (const [term, word] of words.entries()) {
    if (word < 0) continue;
    const factor = at(model.codeWeights, word);
    const end = postingStarts[term + 1] ?? 0;
    let posting = cursors[term] ?? 0;
    for (; posting < end; posting++) {
      const chunk = postingChunks[posting] ?? 0;
      if (chunk > last) break;
      const slot = chunk < first ? -1 : (slots[chunk - first] ?? -1);
      if (slot < 0) continue;
      add(model, sums, slot, word, factor * weightInChunk(postingCounts, posting));
    }
    cursors[term] = posting;
    const entriesEnd = fileStarts[term + 1] ?? 0;
    for (let entry = fileStarts[term] ?? 0; entry < entriesEnd; entry++) {
      const weight = factor * weightInPath(fileCounts, entry);
      if (weight === 0) continue;
      const file = fileFiles[entry] ?? 0;
      const from = Math.max(first, at(index.chunkStarts, file));
      const to = Math.min(last + 1, at(index.chunkStarts, file + 1));
      for (let chunk = from; chunk < to; chunk++) {
        const slot = slots[chunk - first] ?? -1;
        if (slot >= 0) add(model, sums, slot, word, weight);
      }
    }
  }
  return sums;
}

function weightInChunk(counts: Uint8Array, posting: number): number {
  const place = posting * CHUNK_FIELD_COUNT;
  const body = counts[place + CHUNK_FIELDS.body] ?? 0;
  const definition = counts[place + CHUNK_FIELDS.definition] ?? 0;
  const scope = counts[place + CHUNK_FIELDS.scope] ?? 0;
  return (
    Math.log2(1 + Math.min(body, BODY_MAX)) +
    WEIGHTS.definition * Math.min(definition, WEIGHTS.definitionMax) +
    WEIGHTS.scope * Math.min(scope, 1)
  );
}

function weightInPath(counts: Uint8Array, entry: number): number {
  const place = entry * FILE_FIELD_COUNT;
  const stem = Math.min(counts[place + FILE_FIELDS.stem] ?? 0, 1);
  const folder = Math.min(counts[place + FILE_FIELDS.folder] ?? 0, 1);
  return WEIGHTS.stem * stem + WEIGHTS.folder * folder;
}

function add(
  { vectors, dimensions }: StaticModel,
  sums: Float32Array,
  slot: number,
  word: number,
  weight: number,
): void {
  const from = word * dimensions;
  const to = slot * dimensions;
  for (let column = 0; column < dimensions; column++)
    sums[to + column] = (sums[to + column] ?? 0) + weight * (vectors[from + column] ?? 0);
}
