import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { LineTransport } from './line-transport.ts';
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
