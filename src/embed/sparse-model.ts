/**
 * Computes sparse vectors of texts with a model of the SPLADE kind: one weight per term of the
 * vocabulary, also for related terms that the text does not contain. The weight of a term is the
 * largest of ln(1 + logit) over the tokens: Formal, Piwowarski & Clinchant, SIGIR 2021.
 */
import { at } from '../base/assert.ts';
import type { TextModelPlan } from './model-folder.ts';
import { openOnnx, openTokenizer } from './onnx-runtime.ts';
import { SPARSE_ROW_BYTES, writeSparseRow } from './sparse-rows.ts';
import { type BatchOutputs, inBatches, logitsOf, textEncoder } from './token-batches.ts';

export interface SparseModel {
  /** Returns one row per text, in the form of sparse-rows.ts. */
  expand(texts: readonly string[]): Promise<Int8Array>;
}

/**
 * Opens a sparse model.
 * @throws {GraphMemoryError} GM_EMBEDDER when it cannot be opened.
 */
export async function openSparseModel(plan: TextModelPlan, threads: number): Promise<SparseModel> {
  const tokenizer = await openTokenizer(plan.tokenizer, plan.tokenizerConfig);
  const onnx = await openOnnx(plan.onnxPath, threads);
  const encode = textEncoder(tokenizer, plan.tokensMax);
  return {
    async expand(texts) {
      const rows = new Int8Array(texts.length * SPARSE_ROW_BYTES);
      const tokens = texts.map((text) => ({ ids: encode(text) }));
      for await (const batch of inBatches(onnx, plan, tokens))
        for (const [row, place] of batch.places.entries()) {
          const weights = weightsOf(batch, row, at(tokens, place).ids.length);
          writeSparseRow(weights, rows.subarray(place * SPARSE_ROW_BYTES));
        }
      return rows;
    },
  };
}

/** Models return logits for every token, or the weights of the whole text. */
function weightsOf(batch: BatchOutputs, row: number, count: number): Float32Array {
  const { data, dims } = logitsOf(batch);
  const size = dims.at(-1) ?? 0;
  if (dims.length === 2) return data.subarray(row * size, (row + 1) * size);
  const weights = new Float32Array(size);
  const length = data.length / batch.places.length / size;
  for (let token = 0; token < count; token++) {
    const start = (row * length + token) * size;
    for (let term = 0; term < size; term++)
      weights[term] = Math.max(weights[term] ?? 0, data[start + term] ?? 0);
  }
  return weights.map(Math.log1p);
}
