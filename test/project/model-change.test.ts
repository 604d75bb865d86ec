/** Another model is named: what the one before has made serves until that of the next is there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChunkJob, Embedder, EmbedderSource } from '../../src/embed/embedder.ts';
import { Project } from '../../src/project/project.ts';
import { scopeOf } from '../../src/query/scope.ts';
import { staticEmbedder } from '../../src/semantic/embed-thread.ts';
import { embedderOf, madeBy, previousEmbedder } from '../../src/semantic/embedders.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const COUNT = 600;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, n) => [
    `src/part${n}.ts`,
    `export function part${n}(a) { return a + ${n}; }`,
  ]),
);
const QUESTION = 'add a part to a number';
const { model } = staticEmbedder();

async function opened(temp: TempProject, embedder?: EmbedderSource): Promise<Project> {
  const project = await Project.open(temp.config, {
    writer: testWriter(),
    ...(embedder && { embedder }),
  });
  onTestFinished(() => project.close());
  return project;
}

async function meaningOf(project: Project) {
  const index = project.snapshot().text;
  const inScope = scopeOf(index, { languages: [], kinds: [], includeTests: 'allow' });
  return project.vectors.meaning(index, QUESTION, inScope);
}

/** A slow model, which does so many jobs and then fails, or waits. */
function slow(jobs: number, then: () => Promise<unknown>) {
  const requested: number[] = [];
  const embedChunks = async (job: ChunkJob) => {
    requested.push(job.chunks.length);
    if (requested.length > jobs) await then();
    return staticEmbedder().embedChunks(job);
  };
  const make = (): Embedder => ({ ...staticEmbedder(), model: 'next-1', embedChunks });
  const source: EmbedderSource = { ...madeBy(make), isQuick: false, recipe: '{}' };
  return { source, requested };
}

const fail = () => Promise.reject(new Error('no more'));

describe('vectors after a change of model', () => {
  test('come from the previous model until the next model has made all, then are deleted', async () => {
    const temp = await tempProject(FILES);
    const before = await opened(temp);
    await before.index({});
    const expected = await meaningOf(before);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const project = await opened(temp, slow(0, () => released).source);
    await project.index({});
    expect(await meaningOf(project)).toEqual(expected);
    expect(project.vectors.isWhole(project.snapshot().text)).toBe(true);
    expect(project.status().vectors).toMatchObject({
      ...{ model, chunks: COUNT, next: 'next-1', missing: COUNT, problem: '' },
    });
    release();
    await project.vectors.settle();
    expect(project.status().vectors).toMatchObject({
      ...{ model: 'next-1', chunks: COUNT, next: '', missing: 0 },
    });
    expect(await temp.storeFiles()).not.toContain('earlier.gm');
  });

  test('stay in use through edits and another process while the next model fails', async () => {
    const temp = await tempProject(FILES);
    await (await opened(temp)).index({});
    const first = slow(1, fail);
    const project = await opened(temp, first.source);
    await project.index({});
    await project.vectors.settle();
    expect(first.requested).toEqual([512, COUNT - 512]);
    expect(project.status().vectors).toMatchObject({
      ...{ model, chunks: COUNT, next: 'next-1', missing: COUNT - 512, problem: 'no more' },
    });
    await temp.write('src/part1.ts', 'export function sevenfold(b) { return b * 7; }');
    await project.index({});
    expect(await meaningOf(project)).toBeDefined();
    expect(project.status().vectors).toMatchObject({ model, chunks: COUNT - 1 });
    await project.close();
    const second = slow(1, fail);
    const again = await opened(temp, second.source);
    expect(await meaningOf(again)).toBeDefined();
    expect(again.status().vectors.model).toBe(model);
    await again.index({});
    await again.vectors.settle();
    // What was made before the failure was kept.
    expect(second.requested).toEqual([COUNT - 512 + 1]);
    expect(again.status().vectors).toMatchObject({ model: 'next-1', missing: 0, problem: '' });
  });

  test('are never requested from a server that is no longer configured', () => {
    const means = { environment: undefined, pause: async () => {}, threads: 1 };
    const of = (url: string, name: string) => ({
      ...{ url, model: name, dimensions: 8, keyVariable: undefined, batch: 8, timeoutMs: 100 },
    });
    const config = (server: ReturnType<typeof of>) =>
      ({
        code: { embedding: 'remote', embeddingServer: server, embeddingModel: undefined },
      }) as unknown as TempProject['config'];
    const all = { ...means, answerWaitMs: undefined };
    const recipe = embedderOf(config(of('http://a/v1', 'small')), all)?.recipe ?? '';
    expect(previousEmbedder(recipe, config(of('http://a/v1', 'large')), all)).toBeDefined();
    expect(previousEmbedder(recipe, config(of('http://b/v1', 'small')), all)).toBeUndefined();
    expect(
      previousEmbedder('not a recipe', config(of('http://a/v1', 'small')), all),
    ).toBeUndefined();
  });
});

test('an unresponsive embedding server is retried with growing delays', async () => {
  let isAlive = true;
  let requested = 0;
  const http = createServer(async (request, response) => {
    requested++;
    let body = '';
    for await (const part of request) body += part;
    const { input } = JSON.parse(body) as { input: readonly string[] };
    const data = input.map((text, index) => ({
      index,
      embedding: [text.length, 1, 1, 1, 1, 1, 1, 1],
    }));
    response.writeHead(isAlive ? 200 : 503).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const embeddingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    ...{ model: 'big', dimensions: 8, keyVariable: undefined, batch: 8, timeoutMs: 10_000 },
  };
  const temp = await tempProject(
    { 'a.ts': 'open(file);' },
    { embedding: 'remote', embeddingServer },
  );
  let nowMs = 1_000_000;
  const project = await Project.open(temp.config, { writer: testWriter({ now: () => nowMs }) });
  onTestFinished(() => project.close());
  await project.index({});
  await project.vectors.settle();
  const query = async (): Promise<[isThere: boolean, requests: number]> => {
    const before = requested;
    const meaning = await meaningOf(project);
    return [meaning !== undefined, requested - before];
  };
  expect(await query()).toEqual([true, 1]);
  isAlive = false;
  expect(await query()).toEqual([false, 1]);
  expect(await query()).toEqual([false, 0]);
  expect(project.status().vectors.problem).toContain('status 503');
  nowMs += 5_000;
  expect(await query()).toEqual([false, 1]);
  nowMs += 5_000;
  expect(await query()).toEqual([false, 0]);
  nowMs += 5_000;
  isAlive = true;
  expect(await query()).toEqual([true, 1]);
  expect(await query()).toEqual([true, 1]);
  expect(project.status().vectors.problem).toBe('');
});
