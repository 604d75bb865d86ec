/** Computes vectors of texts with a sentence model: tokens, the model, pooling, length 1. */
import { at } from '../base/assert.ts';
import type { ModelPlan, Pooling } from './model-folder.ts';
import { type OnnxModel, type Output, openOnnx, openTokenizer } from './onnx-runtime.ts';
import { toUnitLength } from './rows.ts';
import { inBatches, textEncoder, unfit } from './token-batches.ts';

export interface SentenceModel {
  /** Returns one vector of length 1 per text, row-major, in the order of the texts. */
  embed(texts: readonly string[]): Promise<Float32Array>;
}

/**
 * Opens a sentence model.
 * @throws {GraphMemoryError} GM_EMBEDDER when it cannot be opened.
 */
export async function openSentenceModel(plan: ModelPlan, threads: number): Promise<SentenceModel> {
  const tokenizer = await openTokenizer(plan.tokenizer, plan.tokenizerConfig);
  const onnx = await openOnnx(plan.onnxPath, threads);
  const encode = textEncoder(tokenizer, plan.tokensMax);
  const { dimensions } = plan;
  return {
    async embed(texts) {
      const tokens = texts.map((text) => ({ ids: encode(text) }));
      const rows = new Float32Array(texts.length * dimensions);
      for await (const { outputs, places } of inBatches(onnx, plan, tokens)) {
        const lengths = places.map((place) => at(tokens, place).ids.length);
        const vectors = pooled(outputs, onnx, plan, lengths);
        for (const [row, place] of places.entries())
          rows.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
      }
      return rows;
    },
  };
}

/** Usual output names for the token vectors; otherwise the first output of this shape is used. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];

function pooled(
  outputs: Readonly<Record<string, Output>>,
  { outputNames }: OnnxModel,
  { pooling, dimensions }: ModelPlan,
  lengths: readonly number[],
): Float32Array {
  const named = [...TOKEN_OUTPUTS, ...outputNames].flatMap((name) => outputs[name] ?? []);
  const output =
    named.find(({ dims }) => dims.length === 3) ?? named.find((one) => one.dims.length === 2);
  if (output === undefined) throw unfit('it returns no vectors');
  const { data, dims } = output;
  if (!(data instanceof Float32Array)) throw unfit('its vectors are not floats');
  if (dims.at(-1) !== dimensions)
    throw unfit(`it returns ${dims.at(-1)} dimensions, not the ${dimensions} of its config.json`);
  const length = dims.length === 3 ? at(dims, 1) : 1;
  const rows = new Float32Array(lengths.length * dimensions);
  for (const [row, count] of lengths.entries()) {
    const sum = rows.subarray(row * dimensions, (row + 1) * dimensions);
    // A model with built-in pooling returns one vector per text.
    for (const place of dims.length === 3 ? pooledPlaces(pooling, count) : [0]) {
      const start = (row * length + place) * dimensions;
      for (let column = 0; column < dimensions; column++)
        sum[column] = at(sum, column) + at(data, start + column);
    }
    toUnitLength(sum);
  }
  return rows;
}

/**
 * Returns the tokens whose vectors are summed. The length is normalized afterwards, so a sum is
 * equivalent to a mean.
 */
function pooledPlaces(pooling: Pooling, count: number): Iterable<number> {
  if (pooling === 'mean') return Array(count).keys();
  return [pooling === 'cls' ? 0 : Math.max(0, count - 1)];
}
