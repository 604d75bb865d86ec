import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { isPeerProof, peerProof } from '../../base/peer-proof.ts';
import { readServerRecords, type ServerRecord } from '../../config/server-records.ts';

/** The request of a session, from which a server finds what `graph-memory mcp` would open itself. */
export interface SessionRequest {
  readonly cwd: string;
  readonly config?: string | undefined;
  readonly project?: string | undefined;
  readonly tools?: string | undefined;
}

/** A server that takes longer than this is busy; the session then starts alone. */
const ACCEPT_MS = 2000;
const HEAD_CHARACTERS_MAX = 4096;

/**
 * Returns a connection to a running server that serves the requested projects in this version;
 * undefined if there is none. Nothing of the session is sent before the server has proved that it
 * wrote its record.
 */
export async function connectServer(
  home: { readonly homeDir: string; readonly version: string },
  request: SessionRequest,
): Promise<Socket | undefined> {
  for (const record of readServerRecords(home.homeDir, home.version)) {
    const socket = await accepted(record, request);
    if (socket !== undefined) return socket;
  }
  return undefined;
}

function accepted(record: ServerRecord, request: SessionRequest): Promise<Socket | undefined> {
  const { host, port, secret } = record;
  const nonce = randomBytes(24).toString('base64url');
  const socket = connect({ host, port });
  return new Promise((resolve) => {
    let text = '';
    let isProved = false;
    const settle = (result: Socket | undefined) => {
      clearTimeout(timer);
      socket.off('data', onData).off('error', fail).off('close', fail);
      if (result === undefined) socket.on('error', () => undefined).destroy();
      else socket.pause();
      resolve(result);
    };
    const fail = () => settle(undefined);
    const timer = setTimeout(fail, ACCEPT_MS);
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isProved) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) {
          if (text.length > HEAD_CHARACTERS_MAX) fail();
          return;
        }
        const proof = /^HTTP\/1\.1 101 [\s\S]*\r\nx-graph-memory-proof: (\S+)/i.exec(text)?.[1];
        if (!isPeerProof(proof, secret, 'server', nonce)) return fail();
        isProved = true;
        text = text.slice(end + 4);
        socket.write(`${JSON.stringify(request)}\n`);
      }
      if (!text.includes('\n')) return;
      settle(text === '{"accepted":true}\n' ? socket : undefined);
    };
    socket.on('data', onData).once('error', fail).once('close', fail);
    socket.once('connect', () => {
      socket.setNoDelay(true);
      const headers = [
        'GET /internal/session HTTP/1.1',
        `Host: ${host}:${port}`,
        'Connection: Upgrade',
        'Upgrade: graph-memory-session',
        `X-Graph-Memory-Nonce: ${nonce}`,
        `X-Graph-Memory-Proof: ${peerProof(secret, 'client', nonce)}`,
      ];
      socket.write(`${headers.join('\r\n')}\r\n\r\n`);
    });
  });
}
