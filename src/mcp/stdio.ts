import type { Readable, Writable } from 'node:stream';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { LineTransport } from './line-transport.ts';
import { createMcpServer, type McpOptions } from './server.ts';

/**
 * Serves one client over a pair of streams until the input ends. Running calls are answered first,
 * so that requests piped in at once all get responses.
 */
export async function serveStdio(
  options: McpOptions,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const { server, idle } = createMcpServer(options);
  const ended = new Promise<void>((resolve) => {
    streams.input.once('end', resolve);
    streams.input.once('close', resolve);
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  server.onerror = (error) => options.log(`protocol: ${outgoingMessage(error.message)}`);
  await server.connect(new LineTransport(streams));
  await ended;
  // The SDK hands a request to its handler some turns after it was read.
  await new Promise((resolve) => setImmediate(resolve));
  await idle();
  // The SDK writes a response after its handler has ended, so wait one turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
}
