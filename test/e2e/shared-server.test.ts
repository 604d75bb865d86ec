/** `graph-memory mcp` beside a running `graph-memory serve`. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../src/cli/version.ts';
import { environment, makeSandbox, PROGRAM, type Sandbox, startServer } from './program.ts';

let shop: Sandbox;
beforeAll(async () => {
  shop = await makeSandbox();
});
afterAll(() => shop.remove());

interface Session {
  readonly client: Client;
  /** What the process has printed on stderr. */
  stderr(): string;
  call(name: string, input?: Record<string, unknown>): Promise<string>;
}

async function startSession(cwd = shop.project, args: readonly string[] = []): Promise<Session> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...args],
    cwd,
    env: environment(shop.home) as Record<string, string>,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (part) => {
    stderr += String(part);
  });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    stderr: () => stderr,
    call: async (name, input = {}) =>
      JSON.stringify((await client.callTool({ name, arguments: input })).content),
  };
}

async function startShared(): Promise<{ kill(): Promise<void> }> {
  const { process: server } = await startServer(shop);
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const kill = () => {
    server.kill('SIGKILL');
    return ended;
  };
  onTestFinished(kill);
  return { kill };
}

const FOLDER = () => join(shop.home, '.graph-memory/servers');

describe('an MCP session beside a server of the same project', () => {
  it('is served by it, and goes on alone when the server is killed', async () => {
    const server = await startShared();
    const session = await startSession();
    expect(await session.call('code_search', { query: 'charge a card' })).toContain(
      'chargeWithRetry',
    );
    await session.call('tool_search', { query: 'git' });
    await server.kill();
    expect(await session.call('code_search', { query: 'charge a card' })).toContain(
      'chargeWithRetry',
    );
    expect(session.stderr()).toContain('goes on alone');
    expect(await session.call('list_projects')).toContain('shop');
  });

  it('gets the answer to a request that the server did not answer', async () => {
    const server = await startShared();
    const session = await startSession();
    const answer = session.call('code_search', { query: 'charge a card' });
    await server.kill();
    expect(await answer).toContain('chargeWithRetry');
  });

  it('takes its options from its own command line', async () => {
    await startShared();
    const { client, stderr } = await startSession(shop.project, ['--tools', 'changes']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['changes']);
    expect(stderr()).toBe('');
  });

  it('starts alone in a folder of another project', async () => {
    await startShared();
    const other = join(shop.home, 'other');
    await mkdir(join(other, '.git'), { recursive: true });
    await writeFile(join(other, 'a.ts'), 'export const other = 1;\n');
    const session = await startSession(other);
    expect(await session.call('list_projects')).toMatch(/other/);
    expect(await session.call('list_projects')).not.toMatch(/shop/);
  });
});

describe('the record of a server', () => {
  it('can be read by the user only', async () => {
    await startShared();
    const [name = ''] = await readdir(FOLDER());
    expect((await stat(join(FOLDER(), name))).mode & 0o777).toBe(0o600);
    expect((await stat(FOLDER())).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['is closed', undefined],
    ['accepts everything without a proof', 'HTTP/1.1 101 OK\r\n\r\n{"accepted":true}\n'],
  ])('does not stop a session from starting alone when the port %s', async (_, reply) => {
    const received: string[] = [];
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (part) => {
        received.push(String(part));
        if (reply !== undefined) socket.write(reply);
      });
    });
    const port = await listening(impostor);
    if (reply === undefined) await new Promise((resolve) => impostor.close(resolve));
    else onTestFinished(() => void impostor.close());
    const secret = 'secret-of-a-server-that-is-gone';
    await mkdir(FOLDER(), { recursive: true });
    const record = { version: VERSION, host: '127.0.0.1', port, secret };
    await writeFile(join(FOLDER(), `${port}.json`), JSON.stringify(record));
    const session = await startSession();
    expect(await session.call('list_projects')).toContain('shop');
    expect(received.join('')).not.toMatch(/secret-of|initialize|cwd/);
  });
});

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

it('the secret of a server is in no answer and no log', async () => {
  await startShared();
  const names = (await readdir(FOLDER())).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER(), name), 'utf8')));
  const secrets = texts.map((text) => (JSON.parse(text) as { secret: string }).secret);
  const session = await startSession();
  const status = await session.call('index_status');
  for (const secret of secrets) expect(status + session.stderr()).not.toContain(secret);
});
