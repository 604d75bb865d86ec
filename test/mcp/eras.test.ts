import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveStdio } from '../../src/mcp/stdio.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { ToolService } from '../../src/service/tool-service.ts';
import { tempShop, testWriter } from '../project/temp-project.ts';

/** The metadata with which a client of the stateless protocol describes itself in each request. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Reply {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends requests over a connection and returns the replies, ordered by id. */
async function exchange(requests: readonly object[]): Promise<readonly Reply[]> {
  const { config } = await tempShop();
  const workspace = Workspace.open({ projects: [config] }, { writer: testWriter() });
  onTestFinished(async () => (await workspace).close());
  const { signal } = new AbortController();
  const log = () => undefined;
  const service = new ToolService({
    openWorkspace: () => workspace,
    refresh: true,
    deadlineMs: 30_000,
    signal,
    log,
  });
  const input = new PassThrough();
  const output = new PassThrough();
  const text = output.setEncoding('utf8').toArray();
  const lines = requests.map((request, index) => {
    const isNotification = (request as { method: string }).method.startsWith('notifications/');
    return JSON.stringify({ jsonrpc: '2.0', ...(isNotification ? {} : { id: index }), ...request });
  });
  input.end(`${lines.join('\n')}\n`);
  await serveStdio({ version: '1.2.3', service, signal, log }, { input, output });
  output.end();
  const replies = (await text).join('').trim().split('\n');
  return replies.map((line) => JSON.parse(line) as Reply).toSorted((a, b) => a.id - b.id);
}

describe('a connection of the stateless protocol', () => {
  it('discovers the server and calls a tool without a handshake', async () => {
    const [discovered, called] = await exchange([
      { method: 'server/discover', params: { _meta: ENVELOPE } },
      {
        method: 'tools/call',
        params: { _meta: ENVELOPE, name: 'code_search', arguments: { query: 'charge a card' } },
      },
    ]);
    expect(discovered?.result).toMatchObject({
      supportedVersions: expect.arrayContaining(['2026-07-28']),
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ttlMs: 3_600_000,
    });
    expect(called?.result).toMatchObject({
      resultType: 'complete',
      content: [{ text: expect.stringMatching(/^\d+ of \d+ candidates/) }, {}],
    });
  });

  it('tells clients how long they may keep the list of tools', async () => {
    const [listed] = await exchange([{ method: 'tools/list', params: { _meta: ENVELOPE } }]);
    expect(listed?.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
  });

  it('refuses an unknown version of the protocol and names those it knows', async () => {
    const _meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const [refused] = await exchange([{ method: 'tools/list', params: { _meta } }]);
    expect(JSON.stringify(refused?.error)).toContain('2026-07-28');
  });
});

describe('a connection that opens with initialize', () => {
  it('answers in the version that the client asks for, without fields of the stateless protocol', async () => {
    const [initialized, listed] = await exchange([
      {
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'old', version: '0' },
        },
      },
      { method: 'tools/list', params: {} },
    ]);
    expect(initialized?.result).toMatchObject({ protocolVersion: '2025-06-18' });
    expect(listed?.result).not.toHaveProperty('ttlMs');
    expect(listed?.result).not.toHaveProperty('resultType');
  });
});
