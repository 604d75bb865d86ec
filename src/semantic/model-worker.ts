/** The entry of a local model's thread. It receives texts and returns numbers. */
import { workerData } from 'node:worker_threads';
import { openCrossEncoder } from '../embed/cross-encoder.ts';
import { openSentenceModel } from '../embed/sentence-model.ts';
import { openSparseModel } from '../embed/sparse-model.ts';
import { answerRequests } from '../workers/answer-requests.ts';
import type { ModelThreadData, PairsRequest } from './model-thread.ts';

const data = workerData as ModelThreadData;

/** Answers with an opened model. A model that cannot be opened is reported to each caller. */
function answerWith<Model, Request>(
  opened: Promise<Model>,
  answerTo: (model: Model, request: Request) => Promise<Float32Array | Int8Array>,
): void {
  opened.catch(() => undefined);
  answerRequests(async (request: Request) => answerTo(await opened, request));
}

if (data.kind === 'pairs')
  answerWith(openCrossEncoder(data.plan, data.threads), (model, request: PairsRequest) =>
    model.rate(request.question, request.texts),
  );
else if (data.kind === 'sparse')
  answerWith(openSparseModel(data.plan, data.threads), (model, texts: readonly string[]) =>
    model.expand(texts),
  );
else
  answerWith(openSentenceModel(data.plan, data.threads), (model, texts: readonly string[]) =>
    model.embed(texts),
  );
