import { abortable } from '../base/abortable.ts';
import type { ChunkJob, Embedder } from './embedder.ts';
import type { TextModelPlan } from './model-folder.ts';
import { SPARSE_ROW_BYTES } from './sparse-rows.ts';
import { inTime } from './transformers.ts';

/** Computes rows in the form of sparse-rows.ts on another thread. */
type Expand = (texts: readonly string[]) => Promise<Int8Array>;

/** Number of batches requested at a time; few, because a question waits for earlier requests. */
const BATCHES = 4;

/**
 * Creates an embedder of sparse vectors. `questionMsMax` limits how long an answer waits for the
 * vector of its question; undefined waits without limit.
 */
export function sparseEmbedder(
  { id, batch }: TextModelPlan,
  expand: Expand,
  questionMsMax: number | undefined,
): Embedder {
  return {
    model: id,
    dimensions: SPARSE_ROW_BYTES,
    isSparse: true,
    async embedQuestion(question) {
      return Float32Array.from(await inTime(expand([question]), questionMsMax));
    },
    async embedChunks({ chunks, textOf, signal }: ChunkJob) {
      const rows = new Int8Array(chunks.length * SPARSE_ROW_BYTES);
      const step = BATCHES * batch;
      for (let from = 0; from < chunks.length; from += step) {
        const texts = await Promise.all(Array.from(chunks.subarray(from, from + step), textOf));
        rows.set(await abortable(expand(texts), signal), from * SPARSE_ROW_BYTES);
      }
      return rows;
    },
  };
}
