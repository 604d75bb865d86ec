/** Starts this program's server as a client would, and speaks the first words of the protocol with it. */
import { spawn } from 'node:child_process';
import { isTable } from './formats/config-format.ts';

export interface HandshakeRequest {
  readonly nodePath: string;
  /** Path of the program, then its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

export type Handshake =
  | { readonly tools: number; readonly version: string }
  | { readonly problem: string };

/** Enough for the last lines that a failing server prints. */
const STDERR_LENGTH_MAX = 2000;
const PROTOCOL_VERSION = '2025-06-18';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'graph-memory doctor', version: '1' },
  },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

export function handshake(request: HandshakeRequest): Promise<Handshake> {
  const { nodePath, args, cwd, env, timeoutMs } = request;
  return new Promise((resolve) => {
    const child = spawn(nodePath, args, { cwd, env, stdio: 'pipe' });
    let pending = '';
    let printed = '';
    let version = '';
    const end = (result: Handshake) => {
      clearTimeout(timer);
      child.kill();
      resolve(result);
    };
    const timer = setTimeout(
      () => end({ problem: `no answer within ${timeoutMs / 1000} s` }),
      timeoutMs,
    );
    const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
    const receive = (message: unknown) => {
      if (!isTable(message) || !isTable(message['result'])) return;
      const { serverInfo, tools } = message['result'];
      if (message['id'] === 1) {
        version = isTable(serverInfo) ? String(serverInfo['version']) : '';
        send(INITIALIZED);
        send(LIST_TOOLS);
      } else if (Array.isArray(tools)) end({ tools: tools.length, version });
    };
    child.on('error', ({ message }) => end({ problem: message }));
    child.on('exit', (code) => {
      const last = printed.trim().split('\n').slice(-2).join(' ');
      end({ problem: `the server ended with status ${code}: ${last}` });
    });
    // The exit says why the pipe is closed.
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (data: Buffer) => {
      printed = (printed + data.toString()).slice(-STDERR_LENGTH_MAX);
    });
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      const lines = (pending + data).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) receive(parsedLine(line));
    });
    send(INITIALIZE);
  });
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A server must not print anything else; without an answer the time limit reports it.
    return undefined;
  }
}
