/** Vectors by a sentence model on this machine. */
import { abortable } from '../base/abortable.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { ChunkJob, Embedder } from './embedder.ts';
import type { ModelPlan } from './model-folder.ts';
import { quantize } from './rows.ts';

/** Texts → rows of length 1; elsewhere than on this thread, for it takes milliseconds a text. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array>;

/**
 * Batches that are asked for at a time: several, so that like lengths can be put together; few, for a
 * question waits for those that were asked before it.
 */
const BATCHES = 4;

/** `questionMsMax`: how long an answer waits for the vector of its question; undefined: until it is there. */
export function transformersEmbedder(
  plan: ModelPlan,
  embed: Embed,
  questionMsMax: number | undefined,
): Embedder {
  const { id, dimensions, queryPrefix, passagePrefix, batch } = plan;
  return {
    model: id,
    dimensions,
    async embedQuestion(question) {
      const pending = embed([queryPrefix + question]);
      if (questionMsMax === undefined) return pending;
      const deadline = AbortSignal.timeout(questionMsMax);
      return abortable(pending, deadline).catch((error: unknown) => {
        throw deadline.aborted ? late(questionMsMax) : error;
      });
    },
    async embedChunks({ chunks, textOf, signal }: ChunkJob) {
      const rows = new Int8Array(chunks.length * dimensions);
      const step = BATCHES * batch;
      for (let from = 0; from < chunks.length; from += step) {
        const texts = await Promise.all(Array.from(chunks.subarray(from, from + step), textOf));
        const vectors = await abortable(embed(texts.map((text) => passagePrefix + text)), signal);
        quantize(vectors, dimensions, rows.subarray(from * dimensions));
      }
      return rows;
    },
  };
}

function late(ms: number): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the model gives no vector within ${ms} ms`, {
    hint: 'It may still be starting; ask again.',
  });
}
