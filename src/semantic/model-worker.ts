/** The entry of a sentence model's thread. It receives texts and returns rows. */
import { workerData } from 'node:worker_threads';
import { openSentenceModel } from '../embed/sentence-model.ts';
import { answerRequests } from '../workers/answer-requests.ts';
import type { ModelThreadData } from './model-thread.ts';

const { plan, threads } = workerData as ModelThreadData;
const opened = openSentenceModel(plan, threads);
// The error is reported to each caller instead.
opened.catch(() => undefined);

answerRequests(async (texts: readonly string[]) => (await opened).embed(texts));
