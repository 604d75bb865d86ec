// An extraction thread that ends when it has begun to count the terms of a file.
import { parentPort } from 'node:worker_threads';

await import('../../dist/workers/extract-worker.js');
// Heard after the real one has begun with the first file, and before it goes on to the next.
parentPort.on('message', ({ kind }) => {
  if (kind === 'count') process.exit(3);
});
