/**
 * Sentence models, with a real one of a few kB: its tokenizer, its graph in ONNX, run by the runtime that
 * users install, against the same computed in loops.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Embedder } from '../../src/embed/embedder.ts';
import { type ModelSettings, planModel } from '../../src/embed/model-folder.ts';
import { openOnnx } from '../../src/embed/onnx-runtime.ts';
import { openSentenceModel } from '../../src/embed/sentence-model.ts';
import { transformersEmbedder } from '../../src/embed/transformers.ts';
import { type ModelThreadData, sentenceThread } from '../../src/semantic/model-thread.ts';
import { END_REQUEST, type ThreadReply } from '../../src/workers/rpc-worker.ts';
import { threadEntry } from '../../src/workers/worker-entry.ts';
import { indexOf } from '../vector/index-of.ts';
import { referenceVector, SETTINGS, TINY_BERT, tinyBertCopy, tinyBertFiles } from './tiny-bert.ts';

/** On this thread: starting the runtime takes a second, and is done once. */
async function embedderOf(given: Partial<ModelSettings> = {}): Promise<Embedder> {
  const plan = planModel({ ...SETTINGS, ...given });
  const model = await openSentenceModel(plan, 1);
  return transformersEmbedder(plan, model.embed, undefined);
}

const INDEX = indexOf({ 'a.ts': 'let a;', 'b.ts': 'let b;', 'c.ts': 'let c;' }).data;
const embedTexts = (embedder: Embedder, texts: readonly string[]): Promise<Int8Array> =>
  embedder.embedChunks({
    index: INDEX,
    chunks: Int32Array.from(texts.keys()),
    textOf: async (chunk) => texts[chunk] ?? '',
    signal: undefined,
  });

function expectNear(vector: Float32Array, expected: readonly number[]): void {
  expect(vector).toHaveLength(expected.length);
  for (const [place, value] of expected.entries())
    expect(Math.abs((vector[place] ?? Number.NaN) - value), `at ${place}`).toBeLessThan(1e-4);
}

/** As rows are kept: the largest ±127. */
function rowOf(vector: readonly number[]): number[] {
  const most = Math.max(...vector.map(Math.abs));
  return vector.map((value) => Math.round((value / most) * 127));
}

test('the committed test model equals the output of its script', () => {
  for (const [path, content] of Object.entries(tinyBertFiles()))
    expect(readFileSync(join(TINY_BERT, path)).equals(Buffer.from(content)), path).toBe(true);
});

describe('a question gets the reference vector', () => {
  test.each([
    ['Read the files', 'read the file ##s'],
    ['hash passwords', 'hash pass ##word ##s'],
    ['open(unheard/of)', 'open ( [UNK] / [UNK] )'],
  ])('for "%s"', async (question, tokens) => {
    expectNear(
      await (await embedderOf()).embedQuestion(question),
      referenceVector(`query : ${tokens}`),
    );
  });

  test.each(['mean', 'cls', 'last'] as const)('with the pooling %s', async (pooling) => {
    const embedder = await embedderOf({ pooling, queryPrefix: '' });
    expectNear(
      await embedder.embedQuestion('put to cart'),
      referenceVector('put to cart', pooling),
    );
  });

  test('if truncated to a token limit, keeping the last token', async () => {
    const embedder = await embedderOf({ tokensMax: 6, queryPrefix: '' });
    const vector = await embedder.embedQuestion('add a number to the cart and close the file');
    expectNear(vector, referenceVector('add a number to'));
  });

  test('if truncated to the length that the model was trained for', async () => {
    const folder = tinyBertCopy();
    writeFileSync(join(folder, 'sentence_bert_config.json'), '{"max_seq_length": 6}');
    const embedder = await embedderOf({ folder, queryPrefix: '' });
    const vector = await embedder.embedQuestion('add a number to the cart and close the file');
    expectNear(vector, referenceVector('add a number to'));
  });

  test('if truncated to the limit of the model', async () => {
    const embedder = await embedderOf({ queryPrefix: '' });
    const vector = await embedder.embedQuestion('read '.repeat(100));
    expectNear(vector, referenceVector(Array(22).fill('read').join(' ')));
  });
});

test('a snapshot in the cache of the hub is a model folder: its files are links', async () => {
  const blobs = tinyBertCopy();
  const snapshot = join(blobs, 'snapshots');
  for (const path of [
    'config.json',
    'tokenizer.json',
    'onnx/model.onnx',
    '1_Pooling/config.json',
  ]) {
    mkdirSync(dirname(join(snapshot, path)), { recursive: true });
    symlinkSync(join(blobs, path), join(snapshot, path));
  }
  const embedder = await embedderOf({ folder: snapshot, queryPrefix: '' });
  expectNear(await embedder.embedQuestion('put to cart'), referenceVector('put to cart'));
});

test('code gets the reference vectors, whatever it is batched with', async () => {
  const texts = [
    'src/cart.ts\nexport function add(a) { return a }',
    'read',
    '',
    'put number to basket',
    'hash the file',
  ];
  const expected = [
    'src / cart . ts export function add ( a ) [UNK] return a [UNK]',
    'read',
    '',
    'put number to basket',
    'hash the file',
  ].map((tokens) => rowOf(referenceVector(`passage : ${tokens}`.trim())));
  const rows = await embedTexts(await embedderOf(), texts);
  const steps = Array.from(rows, (value, place) => Math.abs(value - (expected.flat()[place] ?? 0)));
  // What is rounded may fall to either side.
  expect(Math.max(...steps)).toBeLessThanOrEqual(1);
  expect(rows).toHaveLength(expected.flat().length);
});

describe('vectors are distinguished', () => {
  const idOf = (given: Partial<ModelSettings>): string => planModel({ ...SETTINGS, ...given }).id;

  test('by the settings of the model', () => {
    const ids = [
      idOf({}),
      idOf({ pooling: 'cls' }),
      idOf({ queryPrefix: '' }),
      idOf({ passagePrefix: '' }),
      idOf({ tokensMax: 8 }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idOf({ pooling: 'mean', queryPrefix: 'query: ', batch: 7 })).toBe(idOf({}));
  });

  test('by the model files', () => {
    const folder = tinyBertCopy();
    expect(idOf({ folder })).toBe(idOf({}));
    const path = join(folder, 'onnx/model.onnx');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(idOf({ folder })).not.toBe(idOf({}));
  });
});

describe('a model folder', () => {
  test('may contain the model itself, and a byte version beside the float version', () => {
    const folder = tinyBertCopy();
    const bytes = readFileSync(join(folder, 'onnx/model.onnx'));
    rmSync(join(folder, 'onnx'), { recursive: true });
    writeFileSync(join(folder, 'model.onnx'), bytes);
    expect(planModel({ ...SETTINGS, folder }).onnxPath).toBe(join(folder, 'model.onnx'));
    writeFileSync(join(folder, 'model_quantized.onnx'), bytes);
    expect(planModel({ ...SETTINGS, folder }).onnxPath).toBe(join(folder, 'model_quantized.onnx'));
    const { onnxPath } = planModel({ ...SETTINGS, folder, dtype: 'fp32' });
    expect(onnxPath).toBe(join(folder, 'model.onnx'));
  });

  test('may contain only the model, its tokenizer and its config', () => {
    const folder = tinyBertCopy();
    for (const path of ['1_Pooling', 'config_sentence_transformers.json', 'tokenizer_config.json'])
      rmSync(join(folder, path), { recursive: true });
    expect(planModel({ ...SETTINGS, folder })).toMatchObject({
      ...{ pooling: 'mean', queryPrefix: '', passagePrefix: '', dimensions: 8, tokensMax: 24 },
    });
  });

  test('is named in the error if it contains no model', () => {
    expect(existsSync('/nowhere')).toBe(false);
    expect(() => planModel({ ...SETTINGS, folder: '/nowhere' })).toThrow('no model in /nowhere');
  });

  test.each([
    ['tokenizer.json', '{', 'tokenizer.json cannot be read'],
    ['config.json', '{}', 'config.json has no hidden_size'],
  ])('is rejected with a broken %s', (path, text, why) => {
    const folder = tinyBertCopy();
    writeFileSync(join(folder, path), text);
    expect(() => planModel({ ...SETTINGS, folder })).toThrow(why);
  });
});

describe('model failures are reported', () => {
  test('if no runtime is installed, with the package to install', async () => {
    const absent = () => Promise.reject(new Error('not installed'));
    const opened = openOnnx(planModel(SETTINGS).onnxPath, 1, { native: absent, portable: absent });
    await expect(opened).rejects.toMatchObject({
      code: 'GM_EMBEDDER',
      hint: expect.stringContaining('npm install onnxruntime-node @huggingface/tokenizers'),
    });
  });

  test('if the runtime rejects the model', async () => {
    const folder = tinyBertCopy();
    writeFileSync(join(folder, 'onnx/model.onnx'), 'no model');
    await expect(embedderOf({ folder })).rejects.toMatchObject({
      code: 'GM_EMBEDDER',
      message: expect.stringContaining('the ONNX runtime cannot load'),
    });
  });

  test('if its vectors differ in size from its config', async () => {
    const folder = tinyBertCopy();
    writeFileSync(join(folder, 'config.json'), '{"hidden_size": 9}');
    const embedder = await embedderOf({ folder });
    await expect(embedder.embedQuestion('a')).rejects.toThrow(
      'it returns 8 dimensions, not the 9 of its config.json',
    );
  });
});

test('an answer waits for a vector only until its deadline', async () => {
  const call = () => new Promise<never>(() => undefined);
  const embedder = transformersEmbedder(planModel(SETTINGS), call, 10);
  await expect(embedder.embedQuestion('read')).rejects.toThrow('no vector within 10 ms');
});

test("a model thread returns the model's vectors, and restarts after it was ended", async () => {
  const thread = sentenceThread(planModel(SETTINGS), 1);
  onTestFinished(() => thread.close());
  const [first, second] = await Promise.all([thread.call(['read']), thread.call(['put', 'hash'])]);
  expectNear(first, referenceVector('read'));
  expectNear(second, [...referenceVector('put'), ...referenceVector('hash')]);
  // So much that no answer can be on its way when the thread is ended.
  const much = new Array<string>(500).fill('read');
  const refused = expect(thread.call(much)).rejects.toThrow(
    'the worker semantic/model-worker has stopped',
  );
  await thread.close();
  await refused;
  expectNear(await thread.call(['read']), referenceVector('read'));
});

test('a model thread ends after its current request, because native code cannot be stopped', async () => {
  const data: ModelThreadData = { kind: 'sentence', plan: planModel(SETTINGS), threads: 1 };
  const worker = new Worker(threadEntry('semantic/model-worker'), { workerData: data });
  const answered: unknown[] = [];
  worker.on('message', ({ id }: ThreadReply) => answered.push(id));
  for (const id of [1, 2]) worker.postMessage({ id, request: ['read'] });
  worker.postMessage(END_REQUEST);
  const [exitCode] = await once(worker, 'exit');
  expect({ answered, exitCode }).toEqual({ answered: [1], exitCode: 0 });
});

test('a model thread reports why its model cannot be used', async () => {
  const plan = { ...planModel(SETTINGS), onnxPath: join(TINY_BERT, 'config.json') };
  const thread = sentenceThread(plan, 1);
  onTestFinished(() => thread.close());
  await expect(thread.call(['read'])).rejects.toMatchObject({
    code: 'GM_EMBEDDER',
    message: expect.stringContaining('the ONNX runtime cannot load'),
  });
});
