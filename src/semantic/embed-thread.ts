/** Makes vectors with the packaged model, on a separate thread when there are many. */
import { Worker } from 'node:worker_threads';
import type { ChunkJob, Embedder } from '../embed/embedder.ts';
import { type EmbeddedIndex, embedChunks } from '../embed/static-chunks.ts';
import { staticModel } from '../embed/static-model.ts';
import { embedQuestion } from '../embed/static-question.ts';
import { threadEntry } from '../workers/worker-entry.ts';

export interface EmbedThreadData {
  readonly index: EmbeddedIndex;
  readonly chunks: Int32Array;
}

/** Fewest chunks worth a thread, whose start takes some 20 ms. */
const THREAD_CHUNKS_MIN = 1000;

export function staticEmbedder(): Embedder {
  const { id, dimensions } = staticModel();
  return {
    model: id,
    dimensions,
    areCosinesMeasured: true,
    embedQuestion: async (question) => embedQuestion(staticModel(), question),
    embedChunks: async (job) =>
      job.chunks.length < THREAD_CHUNKS_MIN
        ? embedChunks(staticModel(), job.index, job.chunks)
        : onThread(job),
  };
}

/** Makes vectors on a thread. Falls back to this thread if none can be started. */
async function onThread(job: ChunkJob): Promise<Int8Array> {
  const { signal } = job;
  const rows = await new Promise<Int8Array | undefined>((resolve) => {
    const worker = new Worker(threadEntry('semantic/embed-worker'), {
      workerData: { index: rowsOf(job.index), chunks: job.chunks } satisfies EmbedThreadData,
      stdout: true,
      stderr: true,
    });
    const stop = (): void => void worker.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    let made: Int8Array | undefined;
    worker.on('message', (rows: Int8Array) => {
      made = rows;
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop);
      resolve(made);
    });
  });
  return rows ?? embedChunks(staticModel(), job.index, job.chunks);
}

/** Selects the columns that the thread needs; only these are copied. */
function rowsOf(index: EmbeddedIndex): EmbeddedIndex {
  const { terms, postingStarts, postingChunks, postingCounts } = index;
  const { fileStarts, fileFiles, fileCounts, chunkStarts } = index;
  return {
    ...{ terms, postingStarts, postingChunks, postingCounts },
    ...{ fileStarts, fileFiles, fileCounts, chunkStarts },
  };
}
