/** The sentence model of fixtures/embedding, computed without ONNX: loops over doubles. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a script, with its types beside it
import { SIZES, tinyBertFiles, VOCABULARY, WEIGHTS } from '../../fixtures/embedding/tiny-bert.mjs';
import { at } from '../../src/base/assert.ts';
import type { ModelSettings } from '../../src/embed/model-folder.ts';

export { tinyBertFiles };

export const TINY_BERT = join(import.meta.dirname, '../../fixtures/embedding/tiny-bert');

/** As the configuration gives them when it names a folder alone. */
export const SETTINGS: ModelSettings = {
  ...{ name: 'tiny', folder: TINY_BERT, dtype: 'auto', pooling: undefined },
  ...{ queryPrefix: undefined, passagePrefix: undefined, tokensMax: 512, batch: 2 },
};

/** A folder with the model and a head, as cross-encoders and sparse models are published. */
export function tinyBertWith(head: 'pairs' | 'words'): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(tinyBertFiles(head))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A copy of the model, to be changed. */
export function tinyBertCopy(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(TINY_BERT, folder, { recursive: true });
  return folder;
}

type Vector = readonly number[];
type Pooling = 'mean' | 'cls' | 'last';

const weight = (name: string): Vector => at([WEIGHTS[name] ?? []], 0);
const row = (name: string, place: number): Vector =>
  weight(name).slice(place * SIZES.hidden, (place + 1) * SIZES.hidden);
const plus = (a: Vector, b: Vector): Vector => a.map((value, place) => value + at(b, place));
const dot = (a: Vector, b: Vector): number =>
  a.reduce((sum, value, place) => sum + value * at(b, place), 0);

/** `vector × matrix + bias`, the matrix row by row. */
function linear(vector: Vector, matrix: string, bias: string): Vector {
  const width = weight(bias).length;
  return weight(bias).map((start, column) =>
    vector.reduce(
      (sum, value, line) => sum + value * at(weight(matrix), line * width + column),
      start,
    ),
  );
}

function normed(vector: Vector, number: number): Vector {
  const mean = vector.reduce((a, b) => a + b) / vector.length;
  const variance = vector.reduce((sum, value) => sum + (value - mean) ** 2, 0) / vector.length;
  return vector.map(
    (value, place) =>
      ((value - mean) / Math.sqrt(variance + SIZES.epsilon)) * at(weight(`norm${number}`), place) +
      at(weight(`normBias${number}`), place),
  );
}

/** Abramowitz and Stegun 7.1.5: the series, which small numbers need few terms of. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 60; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** Per token, what the model says of it. `types` are those of the tokens, 0 without. */
function tokenVectors(ids: readonly number[], types: readonly number[] = []): readonly Vector[] {
  const start = ids.map((id, place) =>
    normed(plus(plus(row('words', id), row('types', types[place] ?? 0)), row('places', place)), 0),
  );
  const parts = (part: string): readonly Vector[] =>
    start.map((vector) => linear(vector, part, `${part}Bias`));
  const { query, key, value } = { query: parts('query'), key: parts('key'), value: parts('value') };
  const size = SIZES.hidden / SIZES.heads;
  return start.map((own, token) => {
    const context = Array.from({ length: SIZES.heads }, (_, head) => {
      const of = (vector: Vector): Vector => vector.slice(head * size, (head + 1) * size);
      const powers = key.map((other) =>
        Math.exp(dot(of(at(query, token)), of(other)) / Math.sqrt(size)),
      );
      const whole = powers.reduce((a, b) => a + b);
      return powers
        .map((power, other) => of(at(value, other)).map((one) => (one * power) / whole))
        .reduce((a, b) => [...plus(a, b)]);
    }).flat();
    const between = normed(plus(linear(context, 'join', 'joinBias'), own), 1);
    const inner = linear(between, 'up', 'upBias');
    const gelu = inner.map((x) => (x * (1 + erf(x / Math.SQRT2))) / 2);
    return normed(plus(linear(gelu, 'down', 'downBias'), between), 2);
  });
}

const idsOf = (tokens: string): readonly number[] =>
  tokens.split(/ +/).map((token) => VOCABULARY.indexOf(token));

/** The weight of every word of the vocabulary for a text whose tokens are given. */
export function referenceWeights(tokens: string): Vector {
  const logits = tokenVectors(idsOf(`[CLS] ${tokens} [SEP]`)).map((vector) =>
    linear(vector, 'expand', 'expandBias'),
  );
  return VOCABULARY.map((_, word) =>
    Math.log1p(Math.max(0, ...logits.map((ofToken) => at(ofToken, word)))),
  );
}

/** The log-odds of a pair of texts whose tokens are given. */
export function referenceRating(question: string, text: string): number {
  const first = idsOf(`[CLS] ${question} [SEP]`);
  const second = idsOf(`${text} [SEP]`.trim());
  const types = [...first.map(() => 0), ...second.map(() => 1)];
  const [start = []] = tokenVectors([...first, ...second], types);
  const pooled = linear(start, 'pool', 'poolBias').map(Math.tanh);
  return at(linear(pooled, 'rate', 'rateBias'), 0);
}

/** The vector of a text whose tokens are given, of length 1. */
export function referenceVector(tokens: string, pooling: Pooling = 'mean'): Vector {
  const vectors = tokenVectors(idsOf(`[CLS] ${tokens} [SEP]`));
  const pooled = {
    mean: () => vectors.reduce(plus),
    cls: () => at(vectors, 0),
    last: () => at(vectors, vectors.length - 1),
  }[pooling]();
  const length = Math.sqrt(dot(pooled, pooled));
  return pooled.map((value) => value / length);
}
