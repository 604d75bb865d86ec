import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import type { SessionSockets } from './session-socket.ts';

/** A client must send its headers and its body within these times. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** Running requests may take this long to end when the server stops. */
const DRAIN_MS = 5_000;

export interface Listening {
  readonly port: number;
  /** Stops accepting connections, waits for running requests, then closes the rest. */
  close(): Promise<void>;
}

/**
 * Serves an app on an address. Port 0 selects a free one.
 * @throws {GraphMemoryError} GM_BUSY when the port is in use; GM_IO.
 */
export async function listen(
  app: { readonly fetch: (request: Request) => Response | Promise<Response> },
  { host, port }: { readonly host: string; readonly port: number },
  sessions?: SessionSockets,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
  }) as Server;
  if (sessions !== undefined) {
    server.on('upgrade', (request, socket, head) => void sessions.upgrade(request, socket, head));
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusedAddress(host, port, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      sessions?.close();
      return closed(server);
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function refusedAddress(host: string, port: number, cause: unknown): GraphMemoryError {
  const code = systemCode(cause);
  const isUsed = code === 'EADDRINUSE';
  return new GraphMemoryError(
    isUsed ? 'GM_BUSY' : 'GM_IO',
    `cannot listen on ${host}:${port} (${code})`,
    {
      hint: isUsed
        ? 'Another server uses the port: choose one with --port.'
        : 'Check --host and --port.',
      details: { host, port },
      cause,
    },
  );
}
