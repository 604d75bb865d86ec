/**
 * The entry of an extraction thread: batches of files in, encoded records out. One parser per thread.
 * It knows nothing but its messages; what it holds dies with it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { packRecord } from '../store/facts-file.ts';
import { extractOne } from './extract-one.ts';
import type { BatchAnswer, FileAnswer, ThreadRequest } from './extract-threads.ts';
import type { ThreadData } from './thread-supply.ts';

assert(parentPort !== null, 'this file is the entry of a thread');
const port = parentPort;
const { settings, started } = workerData as ThreadData;
const startedCount = new Int32Array(started);

async function answer({ files }: ThreadRequest): Promise<void> {
  const answers: FileAnswer[] = [];
  const buffers: ArrayBuffer[] = [];
  for (const [index, file] of files.entries()) {
    Atomics.store(startedCount, 0, index + 1);
    Atomics.add(startedCount, 1, 1);
    const extracted = await extractOne(settings, file);
    if (extracted.kind !== 'record') {
      answers.push(extracted);
      continue;
    }
    const bytes = packRecord(extracted.record);
    answers.push({ kind: 'bytes', entry: extracted.entry, bytes });
    buffers.push(bytes.buffer as ArrayBuffer);
  }
  Atomics.store(startedCount, 0, 0);
  port.postMessage({ answers } satisfies BatchAnswer, buffers);
}

port.on('message', (request: ThreadRequest) => {
  // A failure here is none of content: it ends the thread, and who sent the batch sees that.
  void answer(request).catch((error: unknown) => {
    throw error;
  });
});
