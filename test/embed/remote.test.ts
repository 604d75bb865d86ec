/** The embedder that asks a server, against a server of our own. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Embedder } from '../../src/embed/embedder.ts';
import { type RemoteSettings, remoteEmbedder } from '../../src/embed/remote.ts';
import { indexOf } from '../vector/index-of.ts';

const KEY = 'the-key-of-this-test';

interface Requested {
  readonly input: readonly string[];
  readonly model: string;
  readonly authorization: string | undefined;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

/** As long as its text, and 1. */
const vectorOf = (text: string) => [text.length, 1];
const vectorsOf = (input: readonly string[]): Reply => ({
  // Not in order: the index says which is which.
  body: { data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() },
});

async function server(reply: (retryMs: Requested, count: number) => Reply) {
  const retryMs: Requested[] = [];
  const http = createServer(async (request, response) => {
    const { input, model } = JSON.parse(await bodyOf(request)) as Requested;
    const { authorization } = request.headers;
    retryMs.push({ input, model, authorization });
    const {
      status = 200,
      headers = {},
      body = {},
    } = reply({ input, model, authorization }, retryMs.length);
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  const pauses: number[] = [];
  const embedder = (given: Partial<RemoteSettings> = {}): Embedder =>
    remoteEmbedder(
      { url, model: 'big', dimensions: 2, batch: 2, timeoutMs: 5000, ...given },
      { key: KEY, pause: async (ms) => void pauses.push(ms), send: fetch },
    );
  return { retryMs, pauses, embedder };
}

/** Takes requests and leaves them. */
async function silentServer(): Promise<{ readonly url: string }> {
  const http = createServer(() => {});
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1` };
}

const INDEX = indexOf({ 'a.ts': 'let a;', 'b.ts': 'let bb;', 'c.ts': 'let ccc;' }).data;
const embedAll = (embedder: Embedder) =>
  embedder.embedChunks({
    index: INDEX,
    chunks: Int32Array.of(0, 1, 2),
    textOf: async (chunk) => 'x'.repeat(chunk),
    signal: undefined,
  });
/** (0, 1), (1, 1) and (2, 1) with the larger number at 127. */
const ROWS = [0, 127, 127, 127, 127, 64];

describe('requests to the embedding server', () => {
  test('embed a question and scale its vector to length 1', async () => {
    const { retryMs, embedder } = await server(({ input }) => vectorsOf(input));
    const vector = await embedder().embedQuestion('abc');
    expect([...vector].map((value) => value.toFixed(3))).toEqual(['0.949', '0.316']);
    expect(retryMs).toEqual([{ input: ['abc'], model: 'big', authorization: `Bearer ${KEY}` }]);
  });

  test('embed chunks in batches', async () => {
    const { retryMs, embedder } = await server(({ input }) => vectorsOf(input));
    expect([...(await embedAll(embedder()))]).toEqual(ROWS);
    expect(retryMs.map(({ input }) => input.length)).toEqual([2, 1]);
  });

  test('are repeated after a pause if the server is overloaded', async () => {
    const { pauses, embedder } = await server(({ input }, count) =>
      count < 3
        ? { status: 429, headers: count === 1 ? { 'retry-after': '7' } : {} }
        : vectorsOf(input),
    );
    expect([...(await embedAll(embedder({ batch: 3 })))]).toEqual(ROWS);
    expect(pauses).toEqual([7000, 1000]);
  });

  test('are halved if the server rejects them as too large', async () => {
    const { retryMs, embedder } = await server(({ input }) =>
      input.length > 1 ? { status: 413 } : vectorsOf(input),
    );
    expect([...(await embedAll(embedder({ batch: 3 })))]).toEqual(ROWS);
    expect(retryMs.map(({ input }) => input.length)).toEqual([3, 2, 1, 1, 1]);
  });
});

describe('the wait for the vector of a question is limited', () => {
  test('to one request', async () => {
    const { retryMs, pauses, embedder } = await server(() => ({ status: 503 }));
    await expect(embedder().embedQuestion('abc')).rejects.toThrow('status 503');
    expect([retryMs.length, pauses.length]).toEqual([1, 0]);
  });

  test.each([
    [30_000, 3000],
    [200, 200],
  ])('so that a request with a timeout of %d ms gets %d ms', async (timeoutMs, expected) => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => limits.mockRestore());
    const { embedder } = await server(({ input }) => vectorsOf(input));
    await embedder({ timeoutMs }).embedQuestion('abc');
    await embedAll(embedder({ timeoutMs, batch: 3 }));
    expect(limits.mock.calls).toEqual([[expected], [timeoutMs]]);
  });

  test('if the server never answers', async () => {
    const { url } = await silentServer();
    const { embedder } = await server(() => ({}));
    await expect(embedder({ url, timeoutMs: 100 }).embedQuestion('abc')).rejects.toThrow(
      'the embedding server does not answer within 100 ms',
    );
  });
});

describe('server errors are reported without the key', () => {
  const refusal = async (embedder: Embedder): Promise<string> => {
    const error: unknown = await embedAll(embedder).catch((reason: unknown) => reason);
    const message = error instanceof Error ? error.message : '';
    expect(message).not.toContain(KEY);
    return message;
  };

  test('if the server rejects the key', async () => {
    const { embedder } = await server(() => ({ status: 401, body: { error: `wrong key ${KEY}` } }));
    expect(await refusal(embedder())).toBe('the embedding server returned status 401');
  });

  test('if the server fails every time', async () => {
    const { retryMs, embedder } = await server(() => ({ status: 503 }));
    expect(await refusal(embedder())).toBe('the embedding server returned status 503');
    expect(retryMs).toHaveLength(4);
  });

  test('if the server returns vectors of another size', async () => {
    const { embedder } = await server(() => ({ body: { data: [{ index: 0, embedding: [1] }] } }));
    expect(await refusal(embedder())).toBe(
      'the embedding server returned 1 dimensions, not the configured 2',
    );
  });

  test('if the server returns too few vectors', async () => {
    const { embedder } = await server(({ input }) => vectorsOf(input.slice(1)));
    expect(await refusal(embedder())).toBe('the embedding server returned no vectors');
  });

  test('if the server redirects', async () => {
    const { embedder } = await server(() => ({
      status: 307,
      headers: { location: 'http://127.0.0.1:9/v1/embeddings' },
    }));
    expect(await refusal(embedder())).toBe('the embedding server does not answer at all');
  });

  test('if the server is unreachable', async () => {
    const { embedder } = await server(() => ({}));
    expect(await refusal(embedder({ url: 'http://127.0.0.1:9/v1' }))).toBe(
      'the embedding server does not answer at all',
    );
  });
});

test('another server, model or size counts as another model', async () => {
  const { embedder } = await server(() => ({}));
  const models = [{}, { model: 'small' }, { dimensions: 3 }, { url: 'http://localhost/v1' }];
  expect(new Set(models.map((given) => embedder(given).model)).size).toBe(4);
});
