/** Runs a local model on a separate thread. */
import type { ModelPlan, TextModelPlan } from '../embed/model-folder.ts';
import { createRpcWorker, type RpcWorker } from '../workers/rpc-worker.ts';

export type ModelThreadData = { readonly threads: number } & (
  | { readonly kind: 'sentence'; readonly plan: ModelPlan }
  | { readonly kind: 'pairs'; readonly plan: TextModelPlan }
);

/** Texts for a cross-encoder. */
export interface PairsRequest {
  readonly question: string;
  readonly texts: readonly string[];
}

interface Requests {
  /** Returns the rows of the texts. */
  readonly sentence: readonly string[];
  /** Returns a value per text. */
  readonly pairs: PairsRequest;
}

type ModelThread<Kind extends keyof Requests> = RpcWorker<Requests[Kind], Float32Array>;

export function modelThread<Kind extends keyof Requests>(
  data: ModelThreadData & { readonly kind: Kind },
): ModelThread<Kind> {
  return createRpcWorker('semantic/model-worker', data, { endsGently: true });
}
