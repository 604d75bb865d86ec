/**
 * Sends one request and returns its answer, whatever it is. By the platform's own client: `fetch`
 * takes twice the processor time, and reading an index takes thousands of requests.
 */
import { Agent, type IncomingMessage, type RequestOptions, request as sendPlain } from 'node:http';
import { Agent as SecureAgent, request as sendSecure } from 'node:https';
import { once } from '../../base/once.ts';

export interface Answer {
  /** HTTP status; {@link NO_ANSWER} without one. */
  readonly status: number;
  /** The server's code of an error, or the system's. Never its message, which may quote the request. */
  readonly reason: string;
  readonly body: Uint8Array;
  /** Time in ms at which the object was written; NaN if unknown. */
  readonly writtenMs: number;
}

interface Exchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Stands for a status if no answer came. */
export const NO_ANSWER = 0;

/** Time limit of one request in ms. */
const REQUEST_MS = 10_000;
/** Bounds the memory for one answer; no blob is that large. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;
/** Connections of one server stay open for the next request; they do not keep the process alive. */
const plainAgent = once(() => new Agent({ keepAlive: true }));
const secureAgent = once(() => new SecureAgent({ keepAlive: true }));

/** Redirects are not followed, because a signature is for one server. */
export function exchange(url: URL, { method, headers, body }: Exchange): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: NO_ANSWER, reason: reasonOf(error), body: Buffer.of(), writtenMs: NaN });
    const options: RequestOptions = {
      method,
      headers: { ...headers, 'content-length': body?.length ?? 0 },
      signal: AbortSignal.timeout(REQUEST_MS),
    };
    const receive = (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > BODY_BYTES_MAX) response.destroy(new Error('too large'));
      });
      response.on('error', fail);
      response.on('end', () => resolve(answerOf(response, Buffer.concat(parts))));
    };
    const sent =
      url.protocol === 'https:'
        ? sendSecure(url, { ...options, agent: secureAgent() }, receive)
        : sendPlain(url, { ...options, agent: plainAgent() }, receive);
    sent.on('error', fail);
    sent.end(body);
  });
}

function answerOf({ statusCode = NO_ANSWER, headers }: IncomingMessage, body: Buffer): Answer {
  const isFine = statusCode >= 200 && statusCode < 300;
  const code = isFine ? undefined : /<Code>(\w+)<\/Code>/.exec(body.toString('latin1'))?.[1];
  const writtenMs = Date.parse(headers['last-modified'] ?? '');
  return { status: statusCode, reason: code ?? `status ${statusCode}`, body, writtenMs };
}

function reasonOf(error: Error): string {
  if (error.name === 'AbortError') return `no answer within ${REQUEST_MS / 1000} s`;
  return 'code' in error ? String(error.code) : error.message;
}
