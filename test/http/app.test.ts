import { describe, expect, it } from 'vitest';
import { TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import { SHOP_TOKEN, TOKEN, testServer } from './http-server.ts';

const NESTED = `{"query":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;

describe('a tool over HTTP', () => {
  it('answers with data', async () => {
    const { call } = await testServer();
    const response = await call('code_search', { query: 'charge a card', project: 'shop' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ project: 'shop', truncated: false });
  });

  it('answers with text if the client asks for text', async () => {
    const { send } = await testServer();
    const response = await send('/api/tools/list_projects', {
      method: 'POST',
      headers: { accept: 'text/plain' },
    });
    expect(await response.text()).toMatch(/^2 projects:\n/);
  });

  it.each([
    ['an unknown tool', 'no_such_tool', {}, 404, 'NOT_FOUND'],
    ['an unknown argument', 'code_search', { query: 'x', top: 3 }, 400, 'GM_USAGE'],
    ['an unknown project', 'index_status', { project: 'shpo' }, 404, 'GM_PROJECT_NOT_FOUND'],
    ['text that is not JSON', 'code_search', '{"query"', 400, 'GM_USAGE'],
    ['a list of arguments', 'code_search', '[]', 400, 'GM_USAGE'],
    ['a body that is too long', 'code_search', `"${'x'.repeat(1024 * 1024)}"`, 413, 'GM_USAGE'],
    ['a deeply nested argument', 'code_search', NESTED, 400, 'GM_USAGE'],
  ])('refuses %s with a problem document', async (_, name, input, status, code) => {
    const { call } = await testServer();
    const response = await call(name, input);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, code, detail: expect.any(String) });
  });

  it('retrieves context at the address that pipelines know', async () => {
    const { send } = await testServer();
    const ask = (body: object) =>
      send('/internal/rag/retrieve', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'charge a card', layers: ['C1'], ...body }),
      });
    await ask({ project: 'shop' });
    const answer = await (await ask({ rag_session_id: 'shop' })).json();
    expect(answer).toMatchObject({ project: 'shop', layers: { C1: expect.any(Number) } });
    expect(await (await ask({ project: 'shop' })).json()).toEqual(answer);
  });

  it('refuses a body that a form of another site could send', async () => {
    const { send } = await testServer();
    const headers = { 'content-type': 'text/plain' };
    const response = await send('/api/tools/reindex', { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(415);
  });
});

describe('a request that ends before its body', () => {
  it('is no error of the program', async () => {
    const { send, log } = await testServer();
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('aborted')),
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' as const };
    const response = await send('/api/tools/code_search', init);
    expect(response.status).toBe(400);
    expect(log).toEqual([]);
  });
});

describe('access', () => {
  const PROTECTED = [
    '/api/tools',
    '/api/openapi.json',
    '/api/events',
    '/metrics',
    '/mcp',
    '/internal/rag/retrieve',
  ];

  it.each(PROTECTED)('%s needs a token', async (path) => {
    const { send } = await testServer();
    for (const token of [null, 'wrong', `${TOKEN}x`, TOKEN.slice(1), '']) {
      const response = await send(path, { token });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('the page and the health check need none', async () => {
    const { send } = await testServer();
    expect((await send('/', { token: null })).status).toBe(200);
    expect(await (await send('/healthz', { token: null })).json()).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['a foreign host', { host: 'evil.example' }],
    ['a name that only looks local', { host: 'localhost.evil.example' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])(
    'a request with %s is refused, even with a token',
    async (_, headers: Record<string, string>) => {
      const { send } = await testServer();
      for (const path of ['/', '/healthz', '/api/tools', '/metrics', '/mcp']) {
        expect((await send(path, { headers })).status).toBe(403);
      }
    },
  );

  it('a further name is served when the user allows it', async () => {
    const { send } = await testServer({ hostNames: ['dev.example.com'] });
    const headers = { host: 'dev.example.com:7421', origin: 'https://dev.example.com:7421' };
    expect((await send('/api/tools', { headers })).status).toBe(200);
  });

  it('a token for one project does not show that there is another', async () => {
    const { call, send } = await testServer();
    const listed = await (await call('list_projects', {}, SHOP_TOKEN)).text();
    expect(listed).toContain('shop');
    expect(listed).not.toContain('vault');
    for (const project of ['vault', '*', 'shop,vault']) {
      const input = { query: 'openVault', project };
      const text = await (await call('code_search', input, SHOP_TOKEN)).text();
      expect(text).not.toContain('src/vault.ts');
    }
    expect(await (await send('/metrics', { token: SHOP_TOKEN })).text()).not.toContain('vault');
    expect(await (await send('/metrics')).text()).toContain('project="vault"');
  });
});

describe('the description of the interface', () => {
  it('has an operation for every tool', async () => {
    const { send } = await testServer();
    const document = (await (await send('/api/openapi.json')).json()) as {
      readonly openapi: string;
      readonly paths: Readonly<Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const { name } of [...TOOLS, ...UNLISTED_TOOLS]) {
      expect(document.paths).toHaveProperty([`/api/tools/${name}`]);
    }
  });
});

describe('the web page', () => {
  it('may run its own scripts only and be framed by nobody', async () => {
    const { send } = await testServer();
    const policy = (await send('/', { token: null })).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe('events', () => {
  it('reach a client that may read the project, as server-sent events', async () => {
    const { send, events } = await testServer();
    const all = await send('/api/events');
    const shop = await send('/api/events', { token: SHOP_TOKEN });
    events.publish({ event: 'changed', project: 'vault', data: { generation: 2 } });
    events.publish({ event: 'changed', project: 'shop', data: { generation: 3 } });
    expect(await readUntil(all, 'generation":3')).toContain('{"project":"vault","generation":2}');
    expect(await readUntil(shop, 'generation":3')).not.toContain('vault');
    expect(events.listenerCount).toBe(0);
  });

  it('end when the server stops', async () => {
    const { send, events } = await testServer();
    const all = await send('/api/events');
    events.close();
    expect(await all.text()).toBe(': connected\n\n');
    expect(events.listenerCount).toBe(0);
  });
});

/** Reads a stream until it contains a text, then cancels it. */
async function readUntil(response: Response, end: string): Promise<string> {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.includes(end)) break;
  }
  return text;
}

describe('MCP over HTTP', () => {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const post = (method: string, params: object, extra: Record<string, string> = {}) => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...extra,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

  it('serves the stateless protocol', async () => {
    const { send } = await testServer();
    const params = { _meta: envelope, name: 'list_projects', arguments: {} };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'list_projects',
    };
    const response = await send('/mcp', post('tools/call', params, headers));
    expect(await response.json()).toMatchObject({ result: { resultType: 'complete' } });
  });

  it('serves clients that open with initialize', async () => {
    const { send } = await testServer();
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '0' },
    };
    const text = await (await send('/mcp', post('initialize', params))).text();
    expect(text).toContain('"protocolVersion":"2025-06-18"');
  });

  it('shows a client only the projects of its token', async () => {
    const { send } = await testServer();
    const request = post('tools/call', { name: 'list_projects', arguments: {} });
    const text = await (await send('/mcp', { ...request, token: SHOP_TOKEN })).text();
    expect(text).toContain('shop');
    expect(text).not.toContain('vault');
  });
});
