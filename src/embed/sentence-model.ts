/** Computes vectors of texts with a sentence model: tokens, the model, pooling, length 1. */
import { at } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { ModelPlan, Pooling } from './model-folder.ts';
import {
  type OnnxModel,
  type Output,
  openOnnx,
  openTokenizer,
  type Tokenizer,
} from './onnx-runtime.ts';
import { toUnitLength } from './rows.ts';

export interface SentenceModel {
  /** Returns one vector of length 1 per text, row-major, in the order of the texts. */
  embed(texts: readonly string[]): Promise<Float32Array>;
}

/**
 * Maximum number of characters per token, in nearly all texts. Longer texts are truncated before
 * tokenizing.
 */
const CHARACTERS_PER_TOKEN = 8;

/**
 * Opens a sentence model.
 * @throws {GraphMemoryError} GM_EMBEDDER when it cannot be opened.
 */
export async function openSentenceModel(plan: ModelPlan, threads: number): Promise<SentenceModel> {
  const tokenizer = await openTokenizer(plan.tokenizer, plan.tokenizerConfig);
  const onnx = await openOnnx(plan.onnxPath, threads);
  const encode = encoder(tokenizer, plan.tokensMax);
  const { batch, dimensions } = plan;
  return {
    async embed(texts) {
      const tokens = texts.map(encode);
      const rows = new Float32Array(texts.length * dimensions);
      // Batches texts of similar length, because shorter texts are padded to the longest.
      const inOrder = [...tokens.keys()].sort(
        (a, b) => at(tokens, a).length - at(tokens, b).length,
      );
      for (let from = 0; from < inOrder.length; from += batch) {
        const places = inOrder.slice(from, from + batch);
        const vectors = await run(
          onnx,
          plan,
          places.map((place) => at(tokens, place)),
        );
        for (const [row, place] of places.entries())
          rows.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
      }
      return rows;
    },
  };
}

type Ids = readonly number[];

/**
 * Returns an encoder that shortens long texts but keeps the special tokens that the tokenizer adds
 * at both ends.
 */
function encoder(tokenizer: Tokenizer, tokensMax: number): (text: string) => Ids {
  const inner = tokenizer.encode('a', { add_special_tokens: false }).ids;
  const whole = tokenizer.encode('a').ids;
  const before = whole.findIndex((_, place) => inner.every((id, row) => whole[place + row] === id));
  const behind = whole.length - Math.max(0, before) - inner.length;
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, CHARACTERS_PER_TOKEN * tokensMax));
    if (ids.length <= tokensMax) return ids;
    return [...ids.slice(0, tokensMax - behind), ...ids.slice(ids.length - behind)];
  };
}

async function run(
  onnx: OnnxModel,
  plan: ModelPlan,
  tokens: readonly Ids[],
): Promise<Float32Array> {
  const length = Math.max(1, ...tokens.map((ids) => ids.length));
  const table = (tokenOf: (ids: Ids, place: number) => number): BigInt64Array => {
    const values = new BigInt64Array(tokens.length * length);
    for (const [row, ids] of tokens.entries())
      for (let place = 0; place < length; place++)
        values[row * length + place] = BigInt(tokenOf(ids, place));
    return values;
  };
  const known: Readonly<Record<string, () => BigInt64Array>> = {
    input_ids: () => table((ids, place) => ids[place] ?? plan.padToken),
    attention_mask: () => table((ids, place) => (place < ids.length ? 1 : 0)),
    token_type_ids: () => table(() => 0),
    position_ids: () => table((_, place) => place),
  };
  const inputs = onnx.inputNames.map((name) => {
    const values = known[name];
    if (values === undefined)
      throw unfit(`it needs the input ${name}, which sentence models do not have`);
    return [name, values()] as const;
  });
  const outputs = await onnx.run(Object.fromEntries(inputs), [tokens.length, length]);
  return pooled(outputs, onnx, plan, tokens);
}

/** Usual output names for the token vectors; otherwise the first output of this shape is used. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];

function pooled(
  outputs: Readonly<Record<string, Output>>,
  { outputNames }: OnnxModel,
  { pooling, dimensions }: ModelPlan,
  tokens: readonly Ids[],
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
  const rows = new Float32Array(tokens.length * dimensions);
  for (const [row, ids] of tokens.entries()) {
    const sum = rows.subarray(row * dimensions, (row + 1) * dimensions);
    // A model with built-in pooling returns one vector per text.
    for (const place of dims.length === 3 ? pooledPlaces(pooling, ids.length) : [0]) {
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

function unfit(why: string): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the model cannot embed texts: ${why}`, {
    hint: 'Use a sentence-embedding model (feature extraction), or another embeddingModel.dtype.',
  });
}
