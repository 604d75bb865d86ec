import { resolve } from 'node:path';
import { connectServer, type SessionRequest } from './connect-server.ts';
import { SessionRelay, type SessionStreams } from './relay.ts';

export interface JoiningProcess extends SessionStreams {
  readonly cwd: string;
  readonly homeDir: string;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Receives a line for the user. */
  readonly notice: (line: string) => void;
}

/** Options of `mcp` that a running server can honour, by their spelling. */
const OPTIONS: Readonly<Record<string, 'config' | 'project' | 'tools' | 'dir'>> = {
  '--config': 'config',
  '--project': 'project',
  '--tools': 'tools',
  '--dir': 'dir',
  '-C': 'dir',
};

/**
 * Serves the session of `graph-memory mcp` by a running server, if there is one: this process then
 * holds no index. Returns the streams of a session that this process has to serve itself, which is
 * the rest of one if the server has ended; undefined if the session is over.
 */
export async function joinSession(
  args: readonly string[],
  joining: JoiningProcess,
): Promise<SessionStreams | undefined> {
  const alone = { input: joining.input, output: joining.output };
  const request = sessionRequest(args, joining.cwd);
  if (request === undefined) return alone;
  const server = await connectServer(joining, request);
  if (server === undefined) return alone;
  const rest = await new SessionRelay(alone).through(server, joining.signal);
  if (rest !== undefined) joining.notice('the shared server has ended; this process goes on alone');
  return rest;
}

/** Returns what the arguments ask for; undefined if they are not those of a plain `mcp`. */
function sessionRequest(args: readonly string[], cwd: string): SessionRequest | undefined {
  const [command, ...rest] = args;
  if (command !== 'mcp') return undefined;
  const values: Partial<Record<'config' | 'project' | 'tools' | 'dir', string>> = {};
  while (rest.length > 0) {
    const [, name = '', inline] = /^([^=]+)(?:=(.*))?$/s.exec(rest.shift() ?? '') ?? [];
    const option = OPTIONS[name];
    const value = inline ?? rest.shift();
    if (option === undefined || value === undefined) return undefined;
    values[option] = value;
  }
  const { dir, ...others } = values;
  return { cwd: dir === undefined ? cwd : resolve(cwd, dir), ...others };
}
