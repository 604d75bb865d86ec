/** The entry of the thread of a sentence model: texts in, rows out, one request after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { openSentenceModel } from '../embed/sentence-model.ts';
import type { ModelReply, ModelRequest, ModelThreadData } from './model-thread.ts';
import { refusalOf } from './model-thread.ts';

const port = parentPort;
assert(port !== null, 'this file is the entry of a thread');
const { plan, threads } = workerData as ModelThreadData;
const opened = openSentenceModel(plan, threads);
// Said to whoever asks.
opened.catch(() => undefined);

async function answer({ id, texts }: ModelRequest): Promise<ModelReply> {
  try {
    return { id, rows: await (await opened).embed(texts) };
  } catch (error) {
    return { id, ...refusalOf(error) };
  }
}

let queue: Promise<unknown> = Promise.resolve();
port.on('message', (request: ModelRequest) => {
  queue = queue.then(async () => {
    const reply = await answer(request);
    port.postMessage(reply, 'rows' in reply ? [reply.rows.buffer as ArrayBuffer] : []);
  });
});
