/** Runs a sentence model on a separate thread. */
import type { ModelPlan } from '../embed/model-folder.ts';
import { createRpcWorker, type RpcWorker } from '../workers/rpc-worker.ts';

export interface ModelThreadData {
  readonly plan: ModelPlan;
  readonly threads: number;
}

export type ModelThread = RpcWorker<readonly string[], Float32Array>;

export function modelThread(data: ModelThreadData): ModelThread {
  return createRpcWorker('semantic/model-worker', data);
}
