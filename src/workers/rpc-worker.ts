/**
 * Creates worker threads that answer requests one after the other and stay alive between requests.
 */
import { type Transferable, Worker } from 'node:worker_threads';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { threadEntry, type WorkerName } from './worker-entry.ts';

/** Message that ends a thread after its current request; the requests behind it are dropped. */
export const END_REQUEST = 'end';

/** Messages to the thread and back. */
export interface ThreadRequest {
  readonly id: number;
  readonly request: unknown;
}

export type ThreadReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly message: string; readonly hint: string }
);

export interface RpcWorker<Request, Answer> {
  /** Sends a request. `moved` lists the buffers to transfer to the thread. */
  call(request: Request, moved?: readonly Transferable[]): Promise<Answer>;
  close(): Promise<void>;
}

interface RpcWorkerOptions {
  /**
   * Whether closing waits for the current request instead of stopping it. Native code may end the
   * process if its thread is stopped while it runs.
   */
  readonly endsGently?: boolean;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a worker that starts with the first request, and restarts after it has died. It does not
 * keep the process alive.
 */
export function createRpcWorker<Request, Answer>(
  entry: WorkerName,
  workerData: unknown,
  { endsGently = false }: RpcWorkerOptions = {},
): RpcWorker<Request, Answer> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return one;
  };
  const rejectAll = (error: Error): void => {
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
  };
  const start = (): Worker => {
    const started = new Worker(threadEntry(entry), {
      ...{ workerData, stdout: true, stderr: true },
    });
    let died: Error | undefined;
    started.on('message', (reply: ThreadReply) => {
      const one = settle(reply.id);
      if ('answer' in reply) one?.resolve(reply.answer as never);
      else one?.reject(new GraphMemoryError('GM_EMBEDDER', reply.message, { hint: reply.hint }));
    });
    started.on('error', (error: Error) => {
      died = error;
    });
    started.on('exit', () => {
      // The requests of a thread that was closed have been rejected.
      if (worker !== started) return;
      worker = undefined;
      rejectAll(died ?? ended(entry));
    });
    return started;
  };
  return {
    call(request, moved = []) {
      worker ??= start();
      worker.ref();
      const id = ++count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, request } satisfies ThreadRequest, [...moved]);
      });
    },
    async close() {
      const ending = worker;
      worker = undefined;
      rejectAll(ended(entry));
      if (ending === undefined) return;
      if (!endsGently) return void (await ending.terminate());
      ending.ref();
      const exited = new Promise((resolve) => ending.once('exit', resolve));
      ending.postMessage(END_REQUEST);
      await exited;
    },
  };
}

/** Returns the error as plain data for the waiting caller. */
export function refusalOf(error: unknown): { readonly message: string; readonly hint: string } {
  if (isGraphMemoryError(error)) return { message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: 'Please report this, with the model and the runtime.' };
}

function ended(entry: WorkerName): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the worker ${entry} has stopped`, {
    hint: 'It restarts when needed.',
  });
}
