import type { Embedder } from './embedder.ts';
import type { TextModelPlan } from './model-folder.ts';
import { SPARSE_ROW_BYTES } from './sparse-rows.ts';
import { inSteps, inTime } from './transformers.ts';

/** Computes rows in the form of sparse-rows.ts on another thread. */
type Expand = (texts: readonly string[]) => Promise<Int8Array>;

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
    async embedChunks(job) {
      const rows = new Int8Array(job.chunks.length * SPARSE_ROW_BYTES);
      for await (const [from, made] of inSteps(job, batch, expand))
        rows.set(made, from * SPARSE_ROW_BYTES);
      return rows;
    },
  };
}
