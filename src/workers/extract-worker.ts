/**
 * The entry of an extraction thread. It receives batches of files and returns encoded facts, terms
 * and records. Each thread has one parser. It has no input but its messages, and its state ends
 * with it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { encodeFacts, encodeTerms, packParts } from '../store/file-record.ts';
import {
  type CountedFile,
  countOne,
  extractOne,
  type FileToCount,
  type FileToExtract,
  readFacts,
} from './extract-one.ts';
import type { ThreadData } from './worker-factory.ts';
import type { BatchAnswer, FileAnswer, ThreadRequest } from './worker-messages.ts';

assert(parentPort !== null, 'this file runs only as a worker thread');
const port = parentPort;
const { settings, started } = workerData as ThreadData;
const startedCount = new Int32Array(started);

/** The answer for a file, and the buffers in it to transfer. */
type Moving<Answer> = readonly [answer: Answer, moved: readonly ArrayBufferView[]];

async function whole(file: FileToExtract): Promise<Moving<FileAnswer>> {
  const extracted = await extractOne(settings, file);
  if (extracted.kind !== 'record') return [extracted, []];
  const { entry, record } = extracted;
  const terms = encodeTerms(record.terms);
  const bytes = packParts(encodeFacts(record.facts), terms);
  return [{ kind: 'bytes', entry, bytes, terms }, [bytes, terms]];
}

async function factsAlone(file: FileToExtract): Promise<Moving<FileAnswer>> {
  const read = await readFacts(settings, file);
  if (read.kind !== 'facts') return [read, []];
  const facts = encodeFacts(read.facts);
  return [{ ...read, facts }, [facts]];
}

/**
 * Does not await anything: the next batch may already have arrived, and must not start in between.
 */
async function count(file: FileToCount): Promise<Moving<CountedFile>> {
  const counted = countOne(file);
  const { terms, bytes, rows } = counted;
  return [counted, rows === undefined ? [terms, bytes] : [terms, bytes, rows]];
}

async function answerAll<File, Answer>(
  files: readonly File[],
  answerOne: (file: File) => Promise<Moving<Answer>>,
): Promise<void> {
  const answers: Answer[] = [];
  const buffers: ArrayBuffer[] = [];
  for (const [index, file] of files.entries()) {
    Atomics.store(startedCount, 0, index + 1);
    Atomics.add(startedCount, 1, 1);
    const [answer, moved] = await answerOne(file);
    answers.push(answer);
    for (const { buffer } of moved) buffers.push(buffer as ArrayBuffer);
  }
  Atomics.store(startedCount, 0, 0);
  port.postMessage({ answers } satisfies BatchAnswer<Answer>, buffers);
}

async function answer(request: ThreadRequest): Promise<void> {
  if (request.kind === 'count') return answerAll(request.files, count);
  return answerAll(request.files, request.isWhole ? whole : factsAlone);
}

port.on('message', (request: ThreadRequest) => {
  // No file content causes a failure here. It ends the thread, which the sender of the batch
  // notices.
  void answer(request).catch((error: unknown) => {
    throw error;
  });
});
