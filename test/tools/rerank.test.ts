/** The order of a cross-encoder as a client sees it. */
import { expect, onTestFinished, test } from 'vitest';
import type { RerankModel } from '../../src/config/embedding.ts';
import { Reranker } from '../../src/semantic/reranker.ts';
import { referenceRating, SETTINGS, tinyBertWith } from '../embed/tiny-bert.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

/** Path → code, and the same as tokens. */
const FILES = {
  'src/hash.ts': ['export function hash(pass) { return pass; }', 'hash ( pass ) [UNK] return pass'],
  'src/cart.ts': [
    'export function add(number) { return number; }',
    'add ( number ) [UNK] return number',
  ],
  'src/file.ts': ['export function read(file) { return file; }', 'read ( file ) [UNK] return file'],
} as const;
const QUESTION = 'return the number';

function rerankModel(given: Partial<RerankModel> = {}): RerankModel {
  const folder = given.folder ?? tinyBertWith('pairs');
  const { name, dtype, tokensMax, batch } = SETTINGS;
  const files = { name, dtype, tokensMax, batch, folder, hub: undefined };
  return { ...files, candidates: 20, timeoutMs: 60_000, ...given };
}

async function callerWith(model: RerankModel | undefined) {
  const files = Object.entries(FILES).map(([path, [code]]) => [path, `${code}\n`]);
  const temp = await tempProject(Object.fromEntries(files), { rerankModel: model });
  return toolCaller({ temp });
}

interface Found {
  readonly path: string;
  readonly reasons: readonly string[];
}
type Caller = Awaited<ReturnType<typeof callerWith>>['call'];
const search = async (call: Caller) =>
  (await call('code_search', { query: QUESTION, explain: true, scope: 'code' })).structured;

/** Path → relevance that the reference gives, among all files. */
function relevances(): ReadonlyMap<string, string> {
  const rated = Object.entries(FILES).map(([path, [, tokens]]) => {
    const start = path.replace('/', ' / ').replace('.', ' . ');
    const text = `${start} export function ${tokens} [UNK] [UNK]`;
    return [path, referenceRating(QUESTION, text)] as const;
  });
  const mean = rated.reduce((sum, [, value]) => sum + value, 0) / rated.length;
  return new Map(
    rated.map(([path, value]) => [path, (1 / (1 + Math.exp(mean - value))).toFixed(2)]),
  );
}

test('code_search gives each of the first files the relevance that the model finds', async () => {
  const { call } = await callerWith(rerankModel());
  const { results, backend, degraded } = await search(call);
  const expected = relevances();
  expect(new Set(expected.values()).size).toBeGreaterThan(1);
  expect((results as readonly Found[]).map(({ path }) => path).sort()).toEqual(
    [...expected.keys()].sort(),
  );
  for (const { path, reasons } of results as readonly Found[])
    expect(reasons.join('\n')).toMatch(
      new RegExp(`rerank \\+\\d\\.\\d+.*relevance ${expected.get(path)} among the first files`),
    );
  expect(backend).toContain('rerank');
  expect(degraded).toBeUndefined();
  const status = await call('index_status', {});
  expect(status.structured['rerank']).toMatchObject({ work: '', problem: '' });
  expect(status.text).toMatch(/rerank: tiny-[0-9a-f]{12}$/m);
});

test('code_search lets the model read no more files than configured', async () => {
  const { call } = await callerWith(rerankModel({ candidates: 2 }));
  const { results } = await search(call);
  const read = (results as readonly Found[]).filter(({ reasons }) =>
    reasons.some((reason) => reason.startsWith('rerank')),
  );
  expect(read).toHaveLength(2);
});

test('code_search without a usable model keeps its order, and says so', async () => {
  const plain = await search((await callerWith(undefined)).call);
  const { call } = await callerWith(rerankModel({ folder: '/nowhere/models' }));
  const answer = await search(call);
  const pathsOf = ({ results }: typeof answer) =>
    (results as readonly Found[]).map(({ path }) => path);
  expect(pathsOf(answer)).toEqual(pathsOf(plain));
  expect(answer['degraded']).toEqual(['rerank']);
  const status = await call('index_status', {});
  expect(status.text).toContain('rerank: there is no model in /nowhere/models. It should hold');
});

test('the status does not mention a model that is not configured', async () => {
  const { call } = await callerWith(undefined);
  const status = await call('index_status', {});
  expect(status.structured).not.toHaveProperty('rerank');
  expect(status.text).not.toContain('rerank');
});

test('an answer waits for the model no longer than its time limit', async () => {
  const means = { threads: 1, waitsForStart: false, now: () => 0 };
  // The model takes longer to start.
  const reranker = new Reranker(rerankModel({ timeoutMs: 10 }), means);
  onTestFinished(() => reranker.close());
  expect(await reranker.rate('read', ['hash'])).toBeUndefined();
  expect(reranker.status()?.problem).toMatch(
    /^no answer within 10 ms\. Raise rerankModel\.timeoutMs/,
  );
});
