/**
 * The entry of the program's extraction threads: what workers/extract-worker.ts does, built into one
 * script that is kept compiled.
 */
import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from '../workers/worker-messages.ts';
import { loadCodeCache } from './load-code-cache.ts';

/** By then a thread has run most of what it is there for. */
const BATCHES_KEPT = 8;

const { keep } = loadCodeCache('thread', new URL('./extract-thread.cjs', import.meta.url));

let batches = 0;
parentPort?.on('message', (request: ThreadRequest) => {
  // Of an index from nothing alone: V8 has flags of its own there, and takes what was kept with the same.
  if (request.kind !== 'extract' || request.isWhole) return;
  if (++batches === BATCHES_KEPT) setImmediate(keep);
});
