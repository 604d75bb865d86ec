import { at } from '../base/assert.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { Neighbours } from './exact-scan.ts';

/** How near files are to a query, based on their chunks. */
export interface Meaning {
  /**
   * Per file: how much of it is about as near as the nearest chunk overall, as a share of the best
   * file.
   */
  readonly values: Float64Array;
  /** Per file: the nearest chunk; −1 where none is near. */
  readonly chunks: Int32Array;
  /** Per file: cosine of the nearest chunk; 0 where none is near. */
  readonly cosines: Float64Array;
  /** Per file: cosine of the mean of its chunks. */
  readonly fileCosines: Float64Array;
  /**
   * Cosine of the nearest chunk overall; 0 where none is near. Undefined for models whose cosines
   * were not measured.
   */
  readonly nearest: number | undefined;
}

/** Number of nearest chunks that are considered; those beyond carry no information. */
export const NEAREST_MAX = 400;
/**
 * Chunks from this cosine on count as results. It is also the least nearest cosine that says that
 * the project has the answer.
 */
const NEAR_COSINE = 0.25;
/**
 * Chunks below this cosine never count, even in an empty project. Between the two, a chunk counts if
 * it is nearly as near as the nearest: a question in words of its own is near to nothing.
 */
const FAR_COSINE = 0.15;
const NEARLY_AS_NEAR = 0.6;
/** A chunk whose cosine is this much below the nearest one counts 1/e as much. */
const SOFTNESS = 0.1;
/** Maximum number of chunks that count per file. */
const CHUNKS_PER_FILE = 8;

/** Marks every chunk of the files in scope. */
export function chunksInScope({ chunkFiles }: TextIndex, inScope: Uint8Array): Uint8Array {
  const isIncluded = new Uint8Array(chunkFiles.length);
  for (let chunk = 0; chunk < isIncluded.length; chunk++)
    isIncluded[chunk] = inScope[chunkFiles[chunk] ?? 0] ?? 0;
  return isIncluded;
}

/**
 * Scores files by the chunks nearest to a query. A file's value is ln(1 + Σ e^((cosine − best) /
 * softness)) over its chunks: several near chunks are better evidence than one, and the first
 * counts most.
 */
export function meaningOf(near: Neighbours, index: TextIndex): Omit<Meaning, 'fileCosines'> {
  const count = index.fileCount;
  const chunks = new Int32Array(count).fill(-1);
  const cosines = new Float64Array(count);
  const sums = new Float64Array(count);
  const taken = new Uint8Array(count);
  const best = near.cosines[0] ?? 0;
  const cosineMin = Math.max(FAR_COSINE, Math.min(NEAR_COSINE, NEARLY_AS_NEAR * best));
  for (const [place, chunk] of near.rows.entries()) {
    const file = at(index.chunkFiles, chunk);
    const cosine = at(near.cosines, place);
    if (cosine < cosineMin) break;
    if (at(chunks, file) < 0) {
      chunks[file] = chunk;
      cosines[file] = cosine;
    }
    if (at(taken, file) >= CHUNKS_PER_FILE) continue;
    taken[file] = at(taken, file) + 1;
    sums[file] = at(sums, file) + Math.exp((cosine - best) / SOFTNESS);
  }
  const values = sums.map((sum) => Math.log1p(sum));
  const most = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  const nearest = best < NEAR_COSINE ? 0 : best;
  return { values: values.map((value) => value / most), chunks, cosines, nearest };
}

/** How much files share with a query by sparse vectors, based on their best chunk. */
export interface Related {
  /** Per file: product of its best chunk, as a share of the best file. */
  readonly values: Float64Array;
  /** Per file: the best chunk; −1 where none has a term of the query. */
  readonly chunks: Int32Array;
}

/** Scores files by their best chunk. */
export function relatedOf(near: Neighbours, index: TextIndex): Related {
  const values = new Float64Array(index.fileCount);
  const chunks = new Int32Array(index.fileCount).fill(-1);
  for (const [place, chunk] of near.rows.entries()) {
    const file = at(index.chunkFiles, chunk);
    if (at(chunks, file) >= 0) continue;
    chunks[file] = chunk;
    values[file] = at(near.cosines, place);
  }
  return { values, chunks };
}
