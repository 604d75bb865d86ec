/** Runs a local model on a separate thread. */
import type { ModelPlan, TextModelPlan } from '../embed/model-folder.ts';
import { createRpcWorker, type RpcWorker } from '../workers/rpc-worker.ts';

export type ModelThreadData = { readonly threads: number } & (
  | { readonly kind: 'sentence'; readonly plan: ModelPlan }
  | { readonly kind: 'sparse'; readonly plan: TextModelPlan }
  | { readonly kind: 'pairs'; readonly plan: TextModelPlan }
);

/** Texts for a cross-encoder. */
export interface PairsRequest {
  readonly question: string;
  readonly texts: readonly string[];
}

/** Starts a thread that returns the rows of texts. */
export function sentenceThread(plan: ModelPlan, threads: number) {
  return start<readonly string[], Float32Array>({ kind: 'sentence', plan, threads });
}

/** Starts a thread that returns the rows of texts in the form of sparse-rows.ts. */
export function sparseThread(plan: TextModelPlan, threads: number) {
  return start<readonly string[], Int8Array>({ kind: 'sparse', plan, threads });
}

/** Starts a thread that returns one value per text. */
export function pairsThread(plan: TextModelPlan, threads: number) {
  return start<PairsRequest, Float32Array>({ kind: 'pairs', plan, threads });
}

function start<Request, Answer>(data: ModelThreadData): RpcWorker<Request, Answer> {
  return createRpcWorker('semantic/model-worker', data, { endsGently: true });
}
