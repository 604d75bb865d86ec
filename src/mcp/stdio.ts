import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { checkLine, type ErrorReply } from './check-message.ts';
import { MessageLines } from './message-lines.ts';
import { type McpOptions, mcpFactory } from './server.ts';

/**
 * Serves one client of either protocol era over a pair of streams until the input ends. Requests
 * read before the end are answered first, so that requests piped in at once all get responses.
 */
export async function serveStdio(
  options: McpOptions & { readonly signal: AbortSignal },
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const transport = new LineTransport(streams);
  const ended = new Promise<void>((resolve) => {
    streams.input.once('end', resolve);
    streams.input.once('close', resolve);
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const onerror = (error: Error) => options.log(`protocol: ${outgoingMessage(error.message)}`);
  const connection = serveConnection(mcpFactory(options), { transport, onerror });
  await ended;
  await transport.answered();
  await connection.close();
}

/** The SDK's own transport ends the connection at a longer line. */
export const LINE_BYTES_MAX = 10 * 1024 * 1024;

/**
 * A transport with one message per line over a pair of streams, like MCP's stdio transport. An
 * invalid message is answered with a JSON-RPC error, and the connection continues.
 */
class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new MessageLines(LINE_BYTES_MAX);
  readonly #pending = new PendingRequests();

  constructor(streams: { readonly input: Readable; readonly output: Writable }) {
    this.#input = streams.input;
    this.#output = streams.output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.on('end', this.#onEnd);
    this.#input.on('error', this.#onError);
    // A stream that was read before, and paused, stays so.
    this.#input.resume();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    this.#pending.sent(message);
  }

  /** Resolves when each request that was read has got its response, or was cancelled. */
  answered(): Promise<void> {
    return this.#pending.settled();
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onEnd);
    this.#input.off('error', this.#onError);
    this.#input.pause();
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#take(checkLine(line, LINE_BYTES_MAX));
  };

  readonly #onEnd = (): void => {
    for (const line of this.#lines.end()) this.#take(checkLine(line, LINE_BYTES_MAX));
  };

  readonly #onError = (error: Error): void => this.onerror?.(error);

  #take(checked: ReturnType<typeof checkLine>): void {
    if (checked === undefined) return;
    if ('message' in checked) {
      this.#pending.received(checked.message);
      this.onmessage?.(checked.message);
      return;
    }
    this.onerror?.(new Error(`message refused: ${checked.problem}`));
    if (checked.reply !== undefined) void this.#write(checked.reply);
  }

  /** Resolves when the stream takes more. */
  #write(message: JSONRPCMessage | ErrorReply): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }
}

/** Answered only when the client ends it. */
const NEVER_ANSWERED = 'subscriptions/listen';

/** The requests of one connection that await their response. */
class PendingRequests {
  readonly #ids = new Set<RequestId>();
  #waiting: (() => void)[] = [];

  received(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== NEVER_ANSWERED) this.#ids.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#settle((message.params as { requestId?: RequestId } | undefined)?.requestId);
    }
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#settle(message.id);
  }

  /** Resolves when no request is pending. */
  settled(): Promise<void> {
    if (this.#ids.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #settle(id: RequestId | undefined): void {
    if (id === undefined) return;
    this.#ids.delete(id);
    if (this.#ids.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
