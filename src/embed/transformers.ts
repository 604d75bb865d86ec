/** Computes vectors with a sentence model on this machine. */
import { abortable } from '../base/abortable.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { ChunkJob, Embedder } from './embedder.ts';
import type { ModelPlan } from './model-folder.ts';
import { quantize } from './rows.ts';

/** Computes rows of length 1 on another thread, because each text takes milliseconds. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array>;

/**
 * Number of batches requested at a time. Several, so that texts of similar length can be grouped;
 * few, because a question waits for earlier requests.
 */
const BATCHES = 4;

/**
 * Creates an embedder. `questionMsMax` limits how long an answer waits for the vector of its
 * question; undefined waits without limit.
 */
export function transformersEmbedder(
  plan: ModelPlan,
  embed: Embed,
  questionMsMax: number | undefined,
): Embedder {
  const { id, dimensions, queryPrefix, passagePrefix, batch } = plan;
  return {
    model: id,
    dimensions,
    embedQuestion: (question) => inTime(embed([queryPrefix + question]), questionMsMax),
    async embedChunks(job) {
      const rows = new Int8Array(job.chunks.length * dimensions);
      const embedAll = (texts: readonly string[]) =>
        embed(texts.map((text) => passagePrefix + text));
      for await (const [from, vectors] of inSteps(job, batch, embedAll))
        quantize(vectors, dimensions, rows.subarray(from * dimensions));
      return rows;
    },
  };
}

/** Yields what a model makes of the chunks of a job, several batches at a time, with the first chunk. */
export async function* inSteps<Rows>(
  { chunks, textOf, signal }: ChunkJob,
  batch: number,
  embed: (texts: readonly string[]) => Promise<Rows>,
): AsyncGenerator<readonly [from: number, rows: Rows]> {
  const step = BATCHES * batch;
  for (let from = 0; from < chunks.length; from += step) {
    const texts = await Promise.all(Array.from(chunks.subarray(from, from + step), textOf));
    yield [from, await abortable(embed(texts), signal)];
  }
}

/**
 * Waits for the vector of a question, for at most this many ms.
 * @throws {GraphMemoryError} GM_EMBEDDER when the time has passed.
 */
export async function inTime<Vector>(
  pending: Promise<Vector>,
  msMax: number | undefined,
): Promise<Vector> {
  if (msMax === undefined) return pending;
  const deadline = AbortSignal.timeout(msMax);
  return abortable(pending, deadline).catch((error: unknown) => {
    throw deadline.aborted ? late(msMax) : error;
  });
}

function late(ms: number): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the model returned no vector within ${ms} ms`, {
    hint: 'It may still be starting; retry.',
  });
}
