/**
 * Entry of the program's extraction threads: runs workers/extract-worker.ts, bundled into one
 * script whose compiled code is cached.
 */
import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from '../workers/worker-messages.ts';
import { loadCodeCache } from './load-code-cache.ts';

/** Number of batches after which the code is cached; by then a thread has run most of its code. */
const BATCHES_KEPT = 8;

const { keep } = loadCodeCache('thread', new URL('./extract-thread.cjs', import.meta.url));

let batches = 0;
parentPort?.on('message', (request: ThreadRequest) => {
  // Caches only during an index from scratch: V8 then has special flags, and cached code is valid
  // only with the flags it was compiled with.
  if (request.kind !== 'extract' || request.isWhole) return;
  if (++batches === BATCHES_KEPT) setImmediate(keep);
});
