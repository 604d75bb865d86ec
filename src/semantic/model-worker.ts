/** The entry of the thread of a sentence model: texts in, rows out. */
import { workerData } from 'node:worker_threads';
import { openSentenceModel } from '../embed/sentence-model.ts';
import { answerRequests } from '../workers/answer-requests.ts';
import type { ModelThreadData } from './model-thread.ts';

const { plan, threads } = workerData as ModelThreadData;
const opened = openSentenceModel(plan, threads);
// Said to whoever asks.
opened.catch(() => undefined);

answerRequests(async (texts: readonly string[]) => (await opened).embed(texts));
