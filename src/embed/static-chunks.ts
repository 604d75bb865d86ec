/**
 * Computes vectors of chunks from the counts of the text index: the words of a chunk, its names and
 * its path. No text is read again. A vector is a function of the chunk's own words and its file's
 * path.
 */
import { at } from '../base/assert.ts';
import type { CountedTerms } from '../index/file-terms.ts';
import { pathTerms } from '../index/path-words.ts';
import {
  CHUNK_FIELD_COUNT,
  CHUNK_FIELDS,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
  type TextIndexData,
} from '../index/text-index-data.ts';
import { quantize } from './rows.ts';
import type { StaticModel } from './static-model.ts';

/** The part of a text index that is used; plain data, so that it can be sent to another thread. */
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

/** Same limits as in `training/words.mjs`: a model must be used as it was trained. */
const BODY_MAX = 15;
const WEIGHTS = { definition: 2, definitionMax: 2, scope: 1, stem: 1.5, folder: 0.5 } as const;

/** Number of chunks whose sums are in memory at a time: 8 MB of floats. */
const BLOCK = 4096;

/** Data besides its terms on which the vectors of a file's chunks depend. */
export interface FilePlace {
  readonly path: string;
  /** Number of folders shared by all files of its text index. */
  readonly sharedFolderDepth: number;
}

/**
 * Returns the rows of all chunks of a file, identical to those of {@link embedChunks} for an index
 * that contains the file.
 */
export function embedFile(
  model: StaticModel,
  { path, sharedFolderDepth }: FilePlace,
  { terms, postingStarts, postingTerms, postingCounts }: CountedTerms,
): Int8Array {
  const { dimensions } = model;
  const words = Int32Array.from(terms, (term) => model.rows.get(term) ?? -1);
  const ofPath = new Float64Array(dimensions);
  for (const [term, [stem, folder]] of pathTerms(path, sharedFolderDepth).counts) {
    const word = model.rows.get(term);
    if (word === undefined) continue;
    add(model, ofPath, 0, word, at(model.codeWeights, word) * pathWeight(stem, folder));
  }
  const rows = new Int8Array((postingStarts.length - 1) * dimensions);
  const sums = new Float64Array(dimensions);
  for (let chunk = 0; chunk + 1 < postingStarts.length; chunk++) {
    sums.set(ofPath);
    const end = at(postingStarts, chunk + 1);
    for (let posting = at(postingStarts, chunk); posting < end; posting++) {
      const word = words[postingTerms[posting] ?? 0] ?? -1;
      if (word < 0) continue;
      const weight = at(model.codeWeights, word) * weightInChunk(postingCounts, posting);
      add(model, sums, 0, word, weight);
    }
    quantize(sums, dimensions, rows.subarray(chunk * dimensions));
  }
  return rows;
}

/**
 * Returns the rows of the chunks, which must ascend: one signed byte per dimension, with the
 * largest of a row scaled to ±127.
 */
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

/**
 * Sums the vectors of a block of chunks. `cursors` holds, per term, its first posting within the
 * block, and is advanced to the end of the block.
 */
function sumsOf(
  model: StaticModel,
  index: EmbeddedIndex,
  words: Int32Array,
  cursors: Int32Array,
  block: Int32Array,
): Float64Array {
  const { postingStarts, postingChunks, postingCounts, fileStarts, fileFiles, fileCounts } = index;
  const first = at(block, 0);
  const last = at(block, block.length - 1);
  const slots = new Int32Array(last - first + 1).fill(-1);
  for (const [slot, chunk] of block.entries()) slots[chunk - first] = slot;
  const sums = new Float64Array(block.length * model.dimensions);
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
  return pathWeight(counts[place + FILE_FIELDS.stem] ?? 0, counts[place + FILE_FIELDS.folder] ?? 0);
}

function pathWeight(stem: number, folder: number): number {
  return WEIGHTS.stem * Math.min(stem, 1) + WEIGHTS.folder * Math.min(folder, 1);
}

/**
 * Adds a weighted vector. Sums are doubles, so rounding by the order of additions (chunk by chunk
 * or term by term) stays far below half of the step of a byte.
 */
function add(
  { vectors, dimensions }: StaticModel,
  sums: Float64Array,
  slot: number,
  word: number,
  weight: number,
): void {
  const from = word * dimensions;
  const to = slot * dimensions;
  // Unrolled by four, because computing vectors spends most of its time in this loop.
  for (let column = 0; column < dimensions; column += 4) {
    const source = from + column;
    const target = to + column;
    sums[target] = (sums[target] as number) + weight * (vectors[source] as number);
    sums[target + 1] = (sums[target + 1] as number) + weight * (vectors[source + 1] as number);
    sums[target + 2] = (sums[target + 2] as number) + weight * (vectors[source + 2] as number);
    sums[target + 3] = (sums[target + 3] as number) + weight * (vectors[source + 3] as number);
  }
}
