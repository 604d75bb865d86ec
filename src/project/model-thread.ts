/** A sentence model on a thread of its own, which stays as long as it is asked. */
import { Worker } from 'node:worker_threads';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import type { ModelPlan } from '../embed/model-folder.ts';
import type { Ask } from '../embed/transformers.ts';
import { threadEntry } from './thread-entry.ts';

export interface ModelThreadData {
  readonly plan: ModelPlan;
  readonly threads: number;
}

export interface ModelRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** Rows, or why there are none. */
export type ModelReply = { readonly id: number } & (
  | { readonly rows: Float32Array }
  | { readonly message: string; readonly hint: string }
);

interface Waiting {
  readonly resolve: (rows: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

export interface ModelThread {
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Starts at the first question, and again after it has died; does not keep the process alive. */
export function modelThread(data: ModelThreadData): ModelThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return one;
  };
  const start = (): Worker => {
    const started = new Worker(threadEntry('model-worker', import.meta.url), {
      workerData: data,
      stdout: true,
      stderr: true,
    });
    let died: Error | undefined;
    started.on('message', (reply: ModelReply) => {
      const one = settle(reply.id);
      if ('rows' in reply) one?.resolve(reply.rows);
      else one?.reject(new GraphMemoryError('GM_EMBEDDER', reply.message, { hint: reply.hint }));
    });
    started.on('error', (error: Error) => {
      died = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const id of [...waiting.keys()]) settle(id)?.reject(died ?? ended());
    });
    return started;
  };
  return {
    ask(texts) {
      worker ??= start();
      worker.ref();
      const id = ++count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, texts } satisfies ModelRequest);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** What goes to the thread that waits. */
export function refusalOf(error: unknown): { readonly message: string; readonly hint: string } {
  if (isGraphMemoryError(error)) return { message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  return { message: `the model failed: ${message}`, hint: 'Try another embeddingModel.dtype.' };
}

function ended(): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', 'the thread of the model has ended', {
    hint: 'It is started again at the next question.',
  });
}
