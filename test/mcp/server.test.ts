import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GraphMemoryError } from '../../src/base/errors.ts';
import { answerResult, DATA_KEY } from '../../src/mcp/result.ts';
import { type McpOptions, mcpFactory } from '../../src/mcp/server.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { type ServiceOptions, ToolService } from '../../src/service/tool-service.ts';
import { CATALOG, TOOLS } from '../../src/tools/registry.ts';
import { tempProject, tempShop, testWriter } from '../project/temp-project.ts';

interface Session {
  readonly client: Client;
  readonly log: readonly string[];
  call(name: string, input?: Record<string, unknown>, _meta?: object): Promise<CallToolResult>;
}

async function connect(
  given: Partial<ServiceOptions> = {},
  options: Pick<McpOptions, 'tools'> = {},
): Promise<Session> {
  const log: string[] = [];
  const service = new ToolService({
    openWorkspace: async () => {
      const { config } = await tempShop();
      return Workspace.open({ projects: [config] }, { writer: testWriter() });
    },
    refresh: true,
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    log: (line) => log.push(line),
    ...given,
  });
  const server = mcpFactory({
    version: '1.2.3',
    service,
    log: (line) => log.push(line),
    ...options,
  })();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  await server.connect(theirs);
  await client.connect(ours);
  onTestFinished(() => client.close());
  return {
    client,
    log,
    call: async (name, input = {}, _meta = {}) =>
      (await client.callTool({ name, arguments: input, _meta: { ..._meta } })) as CallToolResult,
  };
}

function textOf(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** A workspace that must not be opened. */
const unopened = {
  openWorkspace: () => Promise.reject(new Error('opened although nothing was asked')),
};

describe('the server before the first tool call', () => {
  it('introduces itself and its use without opening a workspace', async () => {
    const { client } = await connect(unopened);
    expect(client.getServerVersion()).toMatchObject({ name: 'graph-memory', version: '1.2.3' });
    expect(client.getInstructions()).toMatch(/code_search[\s\S]*grep[\s\S]*code_references/);
  });

  it('lists the same tools every time', async () => {
    const { client } = await connect(unopened);
    const first = await client.listTools();
    expect(first.tools.map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
    expect(JSON.stringify(await client.listTools())).toBe(JSON.stringify(first));
  });
});

describe('a tool call', () => {
  it('returns text, or data instead if its metadata ask for them', async () => {
    const { call } = await connect();
    const question = { query: 'charge a card' };
    const asText = await call('code_search', question);
    expect(asText).not.toHaveProperty('structuredContent');
    expect(textOf(asText)).toContain('chargeWithRetry');
    const asData = await call('code_search', question, { [DATA_KEY]: true });
    expect(asData.structuredContent).toMatchObject({ project: 'shop', truncated: false });
    expect(textOf(asData)).toBe('The answer is in structuredContent.');
  });

  it('builds a missing index first and reports it beside the answer', async () => {
    const { call } = await connect();
    const first = await call('code_search', { query: 'cart' });
    expect(first.content).toHaveLength(2);
    expect(first.content[1]).toMatchObject({
      text: expect.stringMatching(/^shop is not indexed yet.*\nindexed 15 files/),
    });
    expect((await call('code_search', { query: 'cart' })).content).toHaveLength(1);
  });

  it('names the project and its root in the first answer of a session only', async () => {
    const { config } = await tempShop();
    const openWorkspace = () =>
      Workspace.open({ projects: [config] }, { writer: testWriter(), folder: config.root });
    const { call } = await connect({ openWorkspace });
    await call('code_get_symbol', { symbol: 'Crat' });
    const first = await call('code_search', { query: 'cart' });
    expect(textOf(first)).toContain(`note: project: shop at ${config.root}`);
    const second = await call('code_search', { query: 'cart' });
    expect(textOf(second)).not.toContain(config.root);
  });

  it('reports indexing progress to a client that requests it', async () => {
    const { client } = await connect();
    const seen: (string | undefined)[] = [];
    await client.callTool(
      { name: 'reindex', arguments: {} },
      {
        onprogress: (progress) => seen.push(progress.message),
      },
    );
    expect(seen).toEqual(expect.arrayContaining(['discover', 'extract 15 of 15', 'save']));
  });
});

describe('a tool that is not listed', () => {
  it('joins the end of the list when tool_search has found it, and the client is told', async () => {
    const { client, call } = await connect();
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    await call('tool_search', { query: 'broken links in the documentation', max_results: 1 });
    await changed;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...TOOLS.map(({ name }) => name), 'docs_drift']);
  });

  it('answers without having been found', async () => {
    const { call } = await connect();
    expect(textOf(await call('list_projects'))).toContain('shop');
  });
});

it('a selection of tools replaces the default list', async () => {
  const tools = CATALOG.listed(['changes', 'code_search']);
  const { client } = await connect(unopened, { tools });
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(['code_search', 'changes']);
});

it('only the metadata of an answer name the tool that replaces a deprecated one', () => {
  const answer = { structured: {}, text: 'found', notes: [] };
  const { _meta, ...rest } = answerResult(answer, false, [], 'code_search');
  expect(_meta).toEqual({ 'graph-memory/replacement': 'code_search' });
  expect(rest).toEqual(answerResult(answer, false, []));
});

describe('a tool call with an error that the model can correct', () => {
  it.each([
    ['a missing argument', 'code_search', {}, /error\[GM_USAGE\].*query[\s\S]*hint: /],
    ['an unknown argument', 'code_search', { query: 'x', top: 3 }, /unknown parameter "top"/],
    ['a wrong type', 'code_get_symbol', { symbol: 7 }, /symbol: .*expected string/],
    ['an unknown symbol', 'code_get_symbol', { symbol: 'Crat' }, /Did you mean .*cart\.ts::Cart/],
    ['an unknown file', 'code_get_file_symbols', { path: 'src/no.ts' }, /GM_FILE_NOT_FOUND/],
    ['an unknown project', 'reindex', { project: 'shpo' }, /GM_PROJECT_NOT_FOUND[\s\S]*shop/],
  ])('returns a result with a hint for %s', async (_, name, input, text) => {
    const { client, call } = await connect();
    await client.listTools();
    const result = await call(name, input);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(text);
    expect(result._meta?.['graph-memory/error']).toMatchObject({
      code: expect.stringMatching(/^GM_/),
      hint: expect.any(String),
    });
  });
});

it('an unknown tool is a protocol error that suggests similar names', async () => {
  const { call } = await connect(unopened);
  await expect(call('code_serach', { query: 'x' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('code_search'),
  });
});

it('an internal error shows the model an error number, and details only in the log', async () => {
  const { call, log } = await connect({
    openWorkspace: () => Promise.reject(new Error('secret details')),
  });
  const text = textOf(await call('list_projects'));
  expect(text).toMatch(/error\[GM_INTERNAL\]: internal error [0-9a-f]{8}/);
  expect(text).not.toContain('secret details');
  const number = /internal error (\w+)/.exec(text)?.[1] ?? 'none';
  expect(log).toEqual([expect.stringMatching(new RegExp(`${number}.*secret details`))]);
});

it('the next call retries a workspace that failed to open', async () => {
  const { config } = await tempProject({});
  let attempts = 0;
  const { call } = await connect({
    openWorkspace: async () => {
      if (++attempts === 1) {
        throw new GraphMemoryError('GM_IO', 'disk is away', { hint: 'Mount it.' });
      }
      return Workspace.open({ projects: [config] }, { writer: testWriter() });
    },
  });
  expect(textOf(await call('list_projects'))).toContain('error[GM_IO]: disk is away');
  expect(textOf(await call('list_projects'))).toContain('1 project');
  expect(textOf(await call('list_projects'))).toContain('1 project');
  expect(attempts).toBe(2);
});

it('a call that misses the deadline says that the index is being built', async () => {
  const { call } = await connect({ deadlineMs: 0 });
  const result = await call('code_search', { query: 'cart' });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/error\[GM_BUSY\]: the index is still being built \(.+\)\nhint: /);
});
