/** Runs inside a worker thread and answers the requests of rpc-worker.ts. */
import { parentPort } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { END_REQUEST, refusalOf, type ThreadReply, type ThreadRequest } from './rpc-worker.ts';

/** Answers requests one after the other. Typed arrays in an answer are transferred, not copied. */
export function answerRequests<Request>(answerTo: (request: Request) => Promise<unknown>): void {
  const port = parentPort;
  assert(port !== null, 'this file runs only as a worker thread');
  const replyTo = async ({ id, request }: ThreadRequest): Promise<ThreadReply> => {
    try {
      return { id, answer: await answerTo(request as Request) };
    } catch (error) {
      return { id, ...refusalOf(error) };
    }
  };
  let queue: Promise<unknown> = Promise.resolve();
  let isEnding = false;
  port.on('message', (request: ThreadRequest | typeof END_REQUEST) => {
    if (request === END_REQUEST) {
      isEnding = true;
      queue = queue.then(() => port.close());
      return;
    }
    queue = queue.then(async () => {
      if (isEnding) return;
      const reply = await replyTo(request);
      const moved =
        'answer' in reply && ArrayBuffer.isView(reply.answer)
          ? [reply.answer.buffer as ArrayBuffer]
          : [];
      port.postMessage(reply, moved);
    });
  });
}
