import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type McpOptions } from './server.ts';

/**
 * Serves one client over a pair of streams until the input ends. Calls that have begun are answered
 * first, so that requests piped in at once all get their responses.
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
  server.onerror = (error) => options.log(`protocol: ${error.message}`);
  await server.connect(new StdioServerTransport(streams.input, streams.output));
  await ended;
  await idle();
  // The SDK writes a response after its handler has ended.
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
}
