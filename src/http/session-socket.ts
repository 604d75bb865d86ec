import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isPeerProof, peerProof } from '../base/peer-proof.ts';
import type { McpOptions, SessionScope } from '../mcp/server.ts';
import { serveStdio } from '../mcp/stdio.ts';

const SESSION_PATH = '/internal/session';

/** The request of a session fits many times. */
const REQUEST_BYTES_MAX = 64 * 1024;
/** Time to send the request, which a client does at once. */
const REQUEST_MS = 5000;
/** More sessions than agents of one user; each costs little. */
const SESSIONS_MAX = 256;

export interface SessionOptions {
  readonly mcp: McpOptions;
  /** Known to this server and to who can read its record. */
  readonly secret: string;
  /** Returns what a session may use; undefined if this server does not serve what it asks for. */
  readonly accept: (request: unknown) => Promise<SessionScope | undefined>;
  readonly signal: AbortSignal;
}

/**
 * Serves sessions of `graph-memory mcp` over connections that begin as HTTP upgrades: each side
 * proves that it knows the secret, the client sends its request as a line, and then messages as over
 * stdio.
 */
export class SessionSockets {
  readonly #options: SessionOptions;
  readonly #open = new Set<Duplex>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Takes over a connection. Any other upgrade is refused. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const nonce = String(request.headers['x-graph-memory-nonce']);
    const proof = peerProof(this.#options.secret, 'server', nonce);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: graph-memory-session\r\nX-Graph-Memory-Proof: ${proof}\r\n\r\n`,
    );
    if (head.length > 0) socket.unshift(head);
    const line = await firstLine(socket);
    const scope = line === undefined ? undefined : await this.#options.accept(parsed(line));
    socket.write(`${JSON.stringify({ accepted: scope !== undefined })}\n`);
    if (scope === undefined) {
      socket.end();
      return;
    }
    const { mcp, signal } = this.#options;
    await serveStdio({ ...mcp, ...scope, signal }, { input: socket, output: socket });
    socket.end();
  }

  /** Ends all sessions; their clients go on alone. */
  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #refusalOf({ url, headers }: IncomingMessage): string | undefined {
    if (url !== SESSION_PATH) return '404 Not Found';
    // No browser has a reason to connect.
    if (headers.origin !== undefined) return '403 Forbidden';
    const [nonce, proof] = [headers['x-graph-memory-nonce'], headers['x-graph-memory-proof']];
    const isKnown =
      typeof nonce === 'string' &&
      typeof proof === 'string' &&
      isPeerProof(proof, this.#options.secret, 'client', nonce);
    if (!isKnown) return '401 Unauthorized';
    return this.#open.size >= SESSIONS_MAX ? '503 Service Unavailable' : undefined;
  }
}

/** Reads a line and leaves the rest in the stream; undefined if none comes. */
function firstLine(socket: Duplex): Promise<string | undefined> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const settle = (line: string | undefined) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).pause();
      resolve(line);
    };
    const onClose = () => settle(undefined);
    const timer = setTimeout(onClose, REQUEST_MS);
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(0x0a);
      if (end < 0) {
        if (read.length > REQUEST_BYTES_MAX) settle(undefined);
        return;
      }
      settle(read.toString('utf8', 0, end));
      const rest = read.subarray(end + 1);
      if (rest.length > 0) socket.unshift(rest);
    };
    socket.on('data', onData).once('close', onClose);
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
