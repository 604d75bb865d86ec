/** Rates how well texts answer a question with a cross-encoder, which reads both together. */
import { at } from '../base/assert.ts';
import type { TextModelPlan } from './model-folder.ts';
import { openOnnx, openTokenizer } from './onnx-runtime.ts';
import { type BatchOutputs, inBatches, logitsOf, pairEncoder, unfit } from './token-batches.ts';

export interface CrossEncoder {
  /**
   * Returns one value per text, in log-odds: the larger, the better the text answers the question.
   */
  rate(question: string, texts: readonly string[]): Promise<Float32Array>;
}

/**
 * Opens a cross-encoder.
 * @throws {GraphMemoryError} GM_EMBEDDER when it cannot be opened.
 */
export async function openCrossEncoder(
  plan: TextModelPlan,
  threads: number,
): Promise<CrossEncoder> {
  const tokenizer = await openTokenizer(plan.tokenizer, plan.tokenizerConfig);
  const onnx = await openOnnx(plan.onnxPath, threads);
  const encode = pairEncoder(tokenizer, plan.tokensMax);
  return {
    async rate(question, texts) {
      const values = new Float32Array(texts.length);
      const pairs = texts.map((text) => encode(question, text));
      for await (const batch of inBatches(onnx, plan, pairs))
        for (const [row, place] of batch.places.entries()) values[place] = logOdds(batch, row);
      return values;
    },
  };
}

/** Models have one output, the log-odds, or two, for "does not answer" and "answers". */
function logOdds(batch: BatchOutputs, row: number): number {
  const { data } = logitsOf(batch);
  const width = data.length / batch.places.length;
  if (width === 1) return at(data, row);
  if (width === 2) return at(data, 2 * row + 1) - at(data, 2 * row);
  throw unfit(`it returns ${width} values for a pair of texts; a cross-encoder returns one`);
}
