import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeSandbox, type Sandbox, type StartedServer, startServer } from './program.ts';

let shop: Sandbox;
beforeAll(async () => {
  shop = await makeSandbox();
});
afterAll(() => shop.remove());

interface Served extends StartedServer {
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
}

async function serve(args: readonly string[] = []): Promise<Served> {
  const server = await startServer(shop, args);
  onTestFinished(() => void server.process.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => server.process.once('close', resolve));
  return { ...server, ended };
}

describe('graph-memory serve', () => {
  it('creates a token that only the user can read, and answers with it', async () => {
    const { url, token } = await serve();
    const { mode } = await stat(join(shop.home, '.graph-memory/http-token'));
    expect(mode & 0o777).toBe(0o600);
    expect(token.length).toBeGreaterThan(40);
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}api/tools/code_search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"query":"charge a card"}',
      });
    expect((await ask({})).status).toBe(401);
    const answer = await ask({ authorization: `Bearer ${token}` });
    expect(await answer.json()).toMatchObject({ project: 'shop' });
  });

  it('serves an official client of the stateless protocol', async () => {
    const { url, token } = await serve();
    const client = new Client(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    onTestFinished(() => client.close());
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}mcp`), { requestInit }));
    const result = await client.callTool({ name: 'list_projects', arguments: {} });
    expect(JSON.stringify(result.content)).toContain('shop');
  });

  it('ends with status 130 when it is interrupted, and leaves the port', async () => {
    const served = await serve();
    served.process.kill('SIGTERM');
    expect(await served.ended).toBe(130);
    await expect(fetch(`${served.url}healthz`)).rejects.toThrow();
  });

  it('refuses to serve other machines without a token', async () => {
    const run = await shop.run(['serve', '--host', '0.0.0.0', '--no-token', '--port', '0']);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/error\[GM_USAGE\]: other machines can connect/);
  });

  it('names a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { readonly port: number };
    const run = await shop.run(['serve', '--port', String(port)]);
    expect(run.stderr).toMatch(/error\[GM_BUSY\]: cannot listen on .*\nhint: .*--port/);
  });

  it('refuses a token file without quoting it', async () => {
    const path = join(shop.folder, 'tokens.txt');
    await writeFile(path, 'short-secret shop\n');
    const run = await shop.run(['serve', '--port', '0', '--token-file', path]);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/line 1 has a token of fewer than 16 characters/);
    expect(run.stderr).not.toContain('short-secret');
  });
});
