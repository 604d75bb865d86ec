/**
 * The packaged model: one vector a word, and how much the word weighs in a question and in code.
 * Layout of the file, little-endian: magic "GMVM", version, words, dimensions, bytes of the names (five
 * 32-bit numbers); the names, each ended by a line break, sorted, padded with line breaks to a multiple
 * of 4; a float per word for questions; a float per word for code; the vectors, a signed byte a
 * dimension. `training/train.cpp` writes it, docs/model-card.md says of what.
 */
import { readFileSync } from 'node:fs';
import { assert } from '../base/assert.ts';
import { brokenInstallation } from '../base/broken-installation.ts';
import { contentHash } from '../base/hash.ts';

/** Beside the sources and in the package alike. */
const MODEL_FILE = new URL('../../model/static.bin', import.meta.url);

const MAGIC = 0x4d_56_4d_47;
const VERSION = 1;
const HEADER_BYTES = 20;

export interface StaticModel {
  /** Of the file's bytes: vectors of another model are of no use. */
  readonly id: string;
  /** A multiple of four. */
  readonly dimensions: number;
  /** Word → its row. */
  readonly rows: ReadonlyMap<string, number>;
  /** Per row; what a unit of its vector is worth is in here too. */
  readonly questionWeights: Float32Array;
  readonly codeWeights: Float32Array;
  /** Row-major. */
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
    throw brokenInstallation('the model of words', error);
  }
}

/** Exported for tests. */
export function parseModel(file: Uint8Array): StaticModel {
  // Of its own, so that the floats stand at multiples of four.
  const bytes = new Uint8Array(file);
  const head = new DataView(bytes.buffer);
  assert(head.getUint32(0, true) === MAGIC, 'the model file is no model');
  assert(head.getUint32(4, true) === VERSION, 'the model file is of another version');
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
