/**
 * Computes vectors with a server that implements OpenAI's embeddings API. Nothing leaves the
 * machine unless the configuration names a server. Secrets in the texts are masked, and no message
 * contains the key.
 */
import { contentHash } from '../base/hash.ts';
import type { ChunkJob, Embedder } from './embedder.ts';
import { quantize, toUnitLength } from './rows.ts';

export interface RemoteSettings {
  /** URL without the trailing `/embeddings`. */
  readonly url: string;
  readonly model: string;
  readonly dimensions: number;
  /** Number of texts per request. */
  readonly batch: number;
  readonly timeoutMs: number;
}

export interface RemoteMeans {
  /** API key; undefined to send none. */
  readonly key: string | undefined;
  readonly pause: (ms: number) => Promise<void>;
  readonly send: typeof fetch;
}

interface Server extends RemoteSettings, RemoteMeans {
  /** Maximum number of attempts per request. */
  readonly attempts: number;
}

/**
 * Maximum length of a text. Longer texts are truncated: most models read no more than about 8,000
 * tokens.
 */
const TEXT_LENGTH_MAX = 8_000;
const CHUNK_ATTEMPTS = 4;
/** Attempts for a question. A user is waiting, and the words alone give an answer. */
const QUESTION_ATTEMPTS = 1;
const QUESTION_MS_MAX = 3_000;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** HTTP statuses: request too large, too many requests, or a server error. */
const TOO_LARGE = 413;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

export function remoteEmbedder(settings: RemoteSettings, means: RemoteMeans): Embedder {
  const { url, model, dimensions, batch, timeoutMs } = settings;
  const of = contentHash([url, model, dimensions].join('\n')).slice(0, 12);
  const server: Server = { ...settings, ...means, attempts: CHUNK_ATTEMPTS };
  const hurried: Server = {
    ...server,
    attempts: QUESTION_ATTEMPTS,
    timeoutMs: Math.min(timeoutMs, QUESTION_MS_MAX),
  };
  return {
    model: `${model}-${of}`,
    dimensions,
    async embedQuestion(question) {
      const [vector] = await embedTexts(hurried, [question], undefined);
      return vector ?? new Float32Array(dimensions);
    },
    async embedChunks({ chunks, textOf, signal }: ChunkJob) {
      const rows = new Int8Array(chunks.length * dimensions);
      for (let from = 0; from < chunks.length; from += batch) {
        const texts = await Promise.all(Array.from(chunks.subarray(from, from + batch), textOf));
        for (const [place, vector] of (await embedTexts(server, texts, signal)).entries())
          quantize(vector, dimensions, rows.subarray((from + place) * dimensions));
      }
      return rows;
    },
  };
}

/** Embeds texts; a batch that the server rejects as too large is halved. */
async function embedTexts(
  server: Server,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const response = await request(server, texts, signal);
  if (response.status === TOO_LARGE && texts.length > 1) {
    const half = Math.ceil(texts.length / 2);
    const first = await embedTexts(server, texts.slice(0, half), signal);
    return [...first, ...(await embedTexts(server, texts.slice(half), signal))];
  }
  if (!response.ok) throw new Error(`the embedding server returned status ${response.status}`);
  return vectorsOf(await response.json(), texts.length, server.dimensions);
}

async function request(
  { url, model, timeoutMs, attempts, key, pause, send }: Server,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Response> {
  const body = JSON.stringify({
    model,
    input: texts.map((text) => text.slice(0, TEXT_LENGTH_MAX)),
    encoding_format: 'float',
  });
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await send(`${url.replace(/\/$/, '')}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      // A key is sent only to the configured server, not to a redirect target.
      redirect: 'error',
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      // The platform's message for a failed request may quote the request.
      const name = error instanceof Error ? error.name : 'Error';
      return { isRefused: true, name } as const;
    });
    const isRefused = 'isRefused' in answer;
    if (!isRefused && !RETRIED.has(answer.status)) return answer;
    if (attempt === attempts) {
      if (!isRefused) return answer;
      const why = answer.name === 'TimeoutError' ? `within ${timeoutMs} ms` : 'at all';
      throw new Error(`the embedding server does not answer ${why}`);
    }
    const retryMs = isRefused ? 0 : 1000 * Number(answer.headers.get('retry-after') ?? 0);
    await pause(Math.min(PAUSE_MS_MAX, Math.max(retryMs || 0, PAUSE_MS * 2 ** (attempt - 1))));
  }
}

/** Returns vectors of length 1, in the order of the texts. */
function vectorsOf(answer: unknown, count: number, dimensions: number): readonly Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data;
  const vectors: Float32Array[] = [];
  for (const row of Array.isArray(data) ? data : []) {
    const { index, embedding } = (row ?? {}) as { index?: unknown; embedding?: unknown };
    if (typeof index !== 'number' || !Array.isArray(embedding)) continue;
    if (embedding.length !== dimensions)
      throw new Error(
        `the embedding server returned ${embedding.length} dimensions, not the configured ${dimensions}`,
      );
    vectors[index] = toUnitLength(Float32Array.from(embedding, Number));
  }
  const isWhole = vectors.length === count && !vectors.includes(undefined as never);
  if (!isWhole || vectors.some((vector) => vector.some(Number.isNaN)))
    throw new Error('the embedding server returned no vectors');
  return vectors;
}
