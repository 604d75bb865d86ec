/** Runs a transformer over tokenized texts, in batches of similar length. */
import { at } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { TextModelPlan } from './model-folder.ts';
import type { OnnxModel, Output, Tokenizer } from './onnx-runtime.ts';

type Ids = readonly number[];

/** A text as the model reads it. */
export interface Tokens {
  readonly ids: Ids;
  /** Per token 0, or 1 for those of the second of two texts. Without it, all are 0. */
  readonly types?: Ids;
}

/** The outputs of a batch. */
export interface BatchOutputs {
  /** By name, in no particular order. */
  readonly outputs: Readonly<Record<string, Output>>;
  /** Positions of the batch's texts in the list of all texts, one per row of an output. */
  readonly places: readonly number[];
}

/** Yields the outputs for all texts, a batch at a time. */
export async function* inBatches(
  onnx: OnnxModel,
  { batch, padToken }: TextModelPlan,
  texts: readonly Tokens[],
): AsyncGenerator<BatchOutputs> {
  // Batches texts of similar length, because shorter texts are padded to the longest.
  const inOrder = [...texts.keys()].sort(
    (a, b) => at(texts, a).ids.length - at(texts, b).ids.length,
  );
  for (let from = 0; from < inOrder.length; from += batch) {
    const places = inOrder.slice(from, from + batch);
    const rows = places.map((place) => at(texts, place));
    yield { outputs: await run(onnx, padToken, rows), places };
  }
}

function run(
  onnx: OnnxModel,
  padToken: number,
  rows: readonly Tokens[],
): Promise<Readonly<Record<string, Output>>> {
  const length = Math.max(1, ...rows.map(({ ids }) => ids.length));
  const table = (idOf: (tokens: Tokens, place: number) => number): BigInt64Array => {
    const values = new BigInt64Array(rows.length * length);
    for (const [row, tokens] of rows.entries())
      for (let place = 0; place < length; place++)
        values[row * length + place] = BigInt(idOf(tokens, place));
    return values;
  };
  const known: Readonly<Record<string, () => BigInt64Array>> = {
    input_ids: () => table(({ ids }, place) => ids[place] ?? padToken),
    attention_mask: () => table(({ ids }, place) => (place < ids.length ? 1 : 0)),
    token_type_ids: () => table(({ types }, place) => types?.[place] ?? 0),
    position_ids: () => table((_, place) => place),
  };
  const inputs = onnx.inputNames.map((name) => {
    const values = known[name];
    if (values === undefined)
      throw unfit(`it needs the input ${name}, which models of text do not have`);
    return [name, values()] as const;
  });
  return onnx.run(Object.fromEntries(inputs), [rows.length, length]);
}

/**
 * Maximum number of characters per token, in nearly all texts. Longer texts are truncated before
 * tokenizing.
 */
const CHARACTERS_PER_TOKEN = 8;

/**
 * Returns an encoder that shortens long texts but keeps the special tokens that the tokenizer adds
 * at both ends.
 */
export function textEncoder(tokenizer: Tokenizer, tokensMax: number): (text: string) => Ids {
  const inner = innerIds(tokenizer, 'a');
  const whole = tokenizer.encode('a').ids;
  const before = Math.max(0, positionOf(inner, whole, 0));
  const behind = whole.length - before - inner.length;
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, CHARACTERS_PER_TOKEN * tokensMax));
    if (ids.length <= tokensMax) return ids;
    return [...ids.slice(0, tokensMax - behind), ...ids.slice(ids.length - behind)];
  };
}

/**
 * Returns an encoder for two texts that the model reads together. If they are too long, the second
 * is shortened; the first gets at most half of the tokens.
 * @throws {GraphMemoryError} GM_EMBEDDER when the tokenizer does not join texts.
 */
export function pairEncoder(
  tokenizer: Tokenizer,
  tokensMax: number,
): (first: string, second: string) => Tokens {
  const inner = innerIds(tokenizer, 'a');
  const sample = tokenizer.encode('a', { text_pair: 'a', return_token_type_ids: true });
  const { ids, token_type_ids: types = [] } = sample;
  const first = positionOf(inner, ids, 0);
  const firstEnd = first + inner.length;
  const second = first < 0 ? -1 : positionOf(inner, ids, firstEnd);
  if (second < 0) throw unfit('its tokenizer joins no two texts');
  const secondEnd = second + inner.length;
  const room = tokensMax - (ids.length - 2 * inner.length);
  const encode = (text: string, countMax: number): Ids =>
    innerIds(tokenizer, text.slice(0, CHARACTERS_PER_TOKEN * countMax)).slice(0, countMax);
  return (one, other) => {
    const ofOne = encode(one, room >> 1);
    const ofOther = encode(other, room - ofOne.length);
    const typeOf = (place: number) => types[place] ?? 0;
    return {
      ids: [
        ...ids.slice(0, first),
        ...ofOne,
        ...ids.slice(firstEnd, second),
        ...ofOther,
        ...ids.slice(secondEnd),
      ],
      types: [
        ...types.slice(0, first),
        ...ofOne.map(() => typeOf(first)),
        ...types.slice(firstEnd, second),
        ...ofOther.map(() => typeOf(second)),
        ...types.slice(secondEnd),
      ],
    };
  };
}

/** The tokens of a text, without special ones. */
function innerIds(tokenizer: Tokenizer, text: string): Ids {
  return tokenizer.encode(text, { add_special_tokens: false }).ids;
}

/** Position of a run of tokens in others; −1 if it does not occur. */
function positionOf(run: Ids, ids: Ids, from: number): number {
  return ids.findIndex(
    (_, place) => place >= from && run.every((id, offset) => ids[place + offset] === id),
  );
}

/**
 * Returns the output that is not about single tokens, and its shape.
 * @throws {GraphMemoryError} GM_EMBEDDER when it has no floating-point numbers.
 */
export function logitsOf({ outputs }: BatchOutputs): {
  readonly data: Float32Array;
  readonly dims: readonly number[];
} {
  const { data, dims = [] } = outputs['logits'] ?? Object.values(outputs)[0] ?? {};
  if (!(data instanceof Float32Array)) throw unfit('its output is no float');
  return { data, dims };
}

export function unfit(why: string): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the model cannot be used here: ${why}`, {
    hint: 'docs/configuration.md says which models fit which key. Another dtype may fit as well.',
  });
}
