/** Cross-encoders, with a real one of a few kB, against the same computed in loops. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CrossEncoder, openCrossEncoder } from '../../src/embed/cross-encoder.ts';
import { planTextModel, type TextModelSettings } from '../../src/embed/model-folder.ts';
import { pairsThread } from '../../src/semantic/model-thread.ts';
import { referenceRating, SETTINGS, tinyBertCopy, tinyBertWith } from './tiny-bert.ts';

function opened(given: Partial<TextModelSettings> = {}): Promise<CrossEncoder> {
  const folder = given.folder ?? tinyBertWith('pairs');
  return openCrossEncoder(planTextModel({ ...SETTINGS, folder, ...given }), 1);
}

function expectNear(values: Float32Array, expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length);
  for (const [place, value] of expected.entries())
    expect(Math.abs((values[place] ?? Number.NaN) - value), `at ${place}`).toBeLessThan(1e-4);
}

describe('a cross-encoder rates a text for a question', () => {
  test('as the reference does, whatever texts it is batched with', async () => {
    const texts = ['src/cart.ts\nfunction add', 'close', '', 'hash passwords'];
    const expected = ['src / cart . ts function add', 'close', '', 'hash pass ##word ##s'].map(
      (text) => referenceRating('put to basket', text),
    );
    const values = await (await opened()).rate('put to basket', texts);
    expectNear(values, expected);
    expect(new Set(expected.map((value) => value.toFixed(3))).size).toBe(texts.length);
  });

  test('and shortens the text, not the question', async () => {
    const model = await opened({ tokensMax: 10 });
    const values = await model.rate('put to cart', ['add a number to the cart and close']);
    expectNear(values, [referenceRating('put to cart', 'add a number to')]);
  });

  test('but gives a long question at most half of the tokens', async () => {
    const model = await opened({ tokensMax: 9 });
    const values = await model.rate('read '.repeat(50), ['hash the file']);
    expectNear(values, [referenceRating('read read read', 'hash the file')]);
  });
});

describe('a model is refused', () => {
  test('if it is a sentence model', async () => {
    const model = await opened({ folder: tinyBertCopy() });
    await expect(model.rate('read', ['hash'])).rejects.toMatchObject({
      code: 'GM_EMBEDDER',
      message: expect.stringContaining('a cross-encoder returns one'),
      hint: expect.stringContaining('docs/configuration.md'),
    });
  });

  test('if its tokenizer joins no texts', async () => {
    const folder = tinyBertWith('pairs');
    const plan = planTextModel({ ...SETTINGS, folder });
    const template = { type: 'TemplateProcessing', single: [], pair: [] };
    const single = { ...plan.tokenizer, post_processor: template };
    await expect(openCrossEncoder({ ...plan, tokenizer: single }, 1)).rejects.toThrow(
      'its tokenizer joins no two texts',
    );
  });
});

test('a model thread returns the ratings, and reports why a model cannot be used', async () => {
  const folder = tinyBertWith('pairs');
  const plan = planTextModel({ ...SETTINGS, folder });
  const thread = pairsThread(plan, 1);
  onTestFinished(() => thread.close());
  const request = { question: 'read', texts: ['hash', 'the file'] };
  const expected = ['hash', 'the file'].map((text) => referenceRating('read', text));
  expectNear(await thread.call(request), expected);
  writeFileSync(join(folder, 'onnx/model.onnx'), 'no model');
  const broken = pairsThread(plan, 1);
  onTestFinished(() => broken.close());
  await expect(broken.call(request)).rejects.toThrow('the ONNX runtime cannot load');
});
