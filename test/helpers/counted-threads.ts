/** `node:worker_threads` whose threads are counted: for `vi.mock`, whose factory can import it. */
import type * as WorkerThreads from 'node:worker_threads';

/** Threads of this process that were started, and those of them that are alive. */
export const threads = { started: 0, alive: 0 };

export function countingThreads(original: typeof WorkerThreads): typeof WorkerThreads {
  class Worker extends original.Worker {
    constructor(...parameters: ConstructorParameters<typeof original.Worker>) {
      super(...parameters);
      threads.started++;
      threads.alive++;
      this.once('exit', () => threads.alive--);
    }
  }
  return { ...original, Worker };
}
