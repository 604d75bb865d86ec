/**
 * Reads the packaged model: one vector per word, and the weight of the word in questions and in
 * code. Layout of the file, little-endian: magic "GMVM", version, words, dimensions, size of the
 * names in bytes (five 32-bit numbers); the names, each ended by a line break, sorted, padded with
 * line breaks to a multiple of 4; a float per word for questions; a float per word for code; the
 * vectors, one signed byte per dimension. Written by `training/train.cpp`; docs/model-card.md
 * describes the training data.
 */
import { readFileSync } from 'node:fs';
import { assert } from '../base/assert.ts';
import { brokenInstallation } from '../base/broken-installation.ts';
import { contentHash } from '../base/hash.ts';

/** Path of the model, valid in the source tree and in the package. */
const MODEL_FILE = new URL('../../model/static.bin', import.meta.url);

const MAGIC = 0x4d_56_4d_47;
const VERSION = 1;
const HEADER_BYTES = 20;

export interface StaticModel {
  /** Hash of the file's bytes; vectors of another model cannot be used. */
  readonly id: string;
  /** Number of dimensions, a multiple of four. */
  readonly dimensions: number;
  /** Maps a word to its row. */
  readonly rows: ReadonlyMap<string, number>;
  /** Weights per row, including the scale of its vector. */
  readonly questionWeights: Float32Array;
  readonly codeWeights: Float32Array;
  /** Vectors in row-major order. */
  readonly vectors: Int8Array;
}

let loaded: StaticModel | undefined;

/**
 * Loads the model once per thread.
 * @throws {GraphMemoryError} GM_INSTALLATION when its file is missing or damaged.
 */
export function staticModel(): StaticModel {
  loaded ??= load();
  return loaded;
}

function load(): StaticModel {
  try {
    return parseModel(readFileSync(MODEL_FILE));
  } catch (error) {
    throw brokenInstallation('the word model', error);
  }
}

/** Exported for tests. */
export function parseModel(file: Uint8Array): StaticModel {
  // Copied unless the floats are aligned to multiples of four, as in a file that was just read.
  const bytes = file.byteOffset === 0 ? file : new Uint8Array(file);
  const head = new DataView(bytes.buffer);
  assert(head.getUint32(0, true) === MAGIC, 'the model file has the wrong format');
  assert(head.getUint32(4, true) === VERSION, 'the model file has another version');
  const count = head.getUint32(8, true);
  const dimensions = head.getUint32(12, true);
  assert(dimensions % 4 === 0, 'the model file has an odd number of dimensions');
  const namesEnd = HEADER_BYTES + head.getUint32(16, true);
  const codeStart = namesEnd + 4 * count;
  const vectorsStart = codeStart + 4 * count;
  assert(bytes.length === vectorsStart + count * dimensions, 'the model file has another length');
  const names = Buffer.from(bytes.buffer, HEADER_BYTES, namesEnd - HEADER_BYTES).toString('latin1');
  const rows = new Map<string, number>();
  for (const name of names.split('\n')) if (name !== '') rows.set(name, rows.size);
  assert(rows.size === count, 'the model file names other words');
  return {
    id: `static-${contentHash(bytes).slice(0, 12)}`,
    dimensions,
    rows,
    questionWeights: new Float32Array(bytes.buffer, namesEnd, count),
    codeWeights: new Float32Array(bytes.buffer, codeStart, count),
    vectors: new Int8Array(bytes.buffer, vectorsStart, count * dimensions),
  };
}
