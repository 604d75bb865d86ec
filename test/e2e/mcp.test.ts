import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

let shop: Sandbox;
let client: Client;
beforeAll(async () => {
  shop = await makeSandbox();
  // Tools that compare revisions need one.
  git(shop.project, 'init');
  commitAll(shop.project, 'first');
  client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      cwd: shop.project,
      env: environment(shop.home),
      stderr: 'ignore',
    }),
  );
});
afterAll(async () => {
  await client.close();
  await shop.remove();
});

async function call(
  name: string,
  input: Record<string, unknown>,
  _meta = {},
): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: input, _meta })) as CallToolResult;
}

/** Every tool: what MCP is sent, and the same on the command line. */
const CALLS: readonly [string, Record<string, unknown>, readonly string[]][] = [
  [
    'code_search',
    { query: 'charge a card', max_results: 3, paths: ['src/**'] },
    ['search', 'charge', 'a', 'card', '--max-results', '3', '--paths', 'src/**'],
  ],
  ['explain', { about: ['Cart.total'] }, ['explain', 'Cart.total']],
  ['code_get_symbol', { symbol: 'Cart.total' }, ['symbol', 'Cart.total']],
  ['code_get_file_symbols', { path: 'src/cart/cart.ts' }, ['outline', 'src/cart/cart.ts']],
  [
    'code_references',
    { symbol: 'Cart', kinds: ['calls', 'references'], overrides: true, max_results: 4 },
    [
      'references',
      'Cart',
      '--kinds',
      'calls',
      '--kinds',
      'references',
      '--overrides',
      '--max-results',
      '4',
    ],
  ],
  ['impact', { symbols: ['sumCents'] }, ['impact', 'sumCents']],
  ['docs_cross_references', { symbol: 'sumCents' }, ['docs', 'refs', 'sumCents']],
  [
    'graph_traverse',
    { symbol: 'sumCents', depth: 3, paths: ['src/**'], symbol_kinds: ['method'] },
    ['traverse', 'sumCents', '--depth', '3', '--paths', 'src/**', '--symbol-kinds', 'method'],
  ],
  ['tool_search', { query: 'git' }, ['tools', 'git']],
  ['graph_path', { from: 'sellOne', to: 'sumCents' }, ['path', 'sellOne', 'sumCents']],
  ['graph_match', { pattern: 'class -contains-> method' }, ['match', 'class -contains-> method']],
  ['overview', {}, ['overview']],
  ['entrypoints', {}, ['entrypoints']],
  ['project_map', {}, ['map']],
  ['retrieve', { query: 'cart', layers: ['C1'] }, ['retrieve', 'cart', '--layers', 'C1']],
  ['changes', {}, ['changes']],
  ['git_summary', {}, ['git-summary']],
  ['git_changed_files', {}, ['changed-files']],
  ['git_changed_snippets', {}, ['changed-snippets']],
  ['graph_diff', { from: 'HEAD' }, ['graph-diff', 'HEAD']],
  ['docs_search', { query: 'whole cents' }, ['docs', 'search', 'whole', 'cents']],
  ['docs_get_section', { section: 'Totals' }, ['docs', 'section', 'Totals']],
  ['docs_get_toc', {}, ['docs', 'toc']],
  ['docs_drift', { max_tokens: 40_000 }, ['docs', 'check']],
  ['codebase_search_text', { query: 'cents' }, ['grep', 'cents']],
  ['codebase_search_symbol', { symbol: 'Cart.add' }, ['find', 'Cart.add']],
  ['codebase_read', { path: 'src/main.ts:2-5' }, ['read', 'src/main.ts:2-5']],
  ['list_projects', {}, ['projects']],
  ['index_status', {}, ['status']],
  ['reindex', {}, ['index']],
  [
    'graph_neighbors',
    { symbol: 'Cart', direction: 'in', kinds: ['calls', 'references'], max_tokens: 1000 },
    [
      'neighbors',
      'Cart',
      '--direction',
      'in',
      '--kinds',
      'calls',
      '--kinds',
      'references',
      '--max-tokens',
      '1000',
    ],
  ],
  ['codebase_search', { query: 'card', max_results: 1 }, ['search', 'card', '--max-results', '1']],
];

const PAYMENT = 'src/checkout/payment.ts';

/** Notes name commands and flags on one side, tools and parameters on the other; a server watches. */
function withoutNotes(text: string): string {
  return text.replace(/\n(note| {2}freshness): .*/g, '').trimEnd();
}

describe('an MCP session over stdio', () => {
  it('initializes and lists the tools', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'graph-memory' });
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
    // The tools of notes are called in note.test.ts: they need notes.
    const names = [...tools, ...UNLISTED_TOOLS]
      .map((tool) => tool.name)
      .filter((name) => !name.startsWith('memory_'));
    expect(CALLS.map(([name]) => name)).toEqual(names);
  });

  it('indexes on the first question and reports it', async () => {
    const result = await call('code_search', { query: 'cart' });
    expect(JSON.stringify(result.content)).toContain('shop is not indexed yet');
  });

  it.each(CALLS)('answers %s like the command line', async (name, input, args) => {
    const overMcp = await call(name, input);
    expect(overMcp.isError).toBeUndefined();
    const { structuredContent } = await call(name, input, { 'graph-memory/data': true });
    const structured = structuredContent as Record<string, unknown>;
    const onCli = await shop.run([...args, '--json']);
    // What this session has read raises a result's score; a command has no session.
    if (name === 'codebase_search') {
      expect(JSON.parse(onCli.stdout)).toMatchObject({ results: [{ path: PAYMENT }] });
      expect(structured).toMatchObject({ results: [{ path: PAYMENT }] });
      return;
    }
    // A command looks once; the server watches.
    const freshness = expect.anything();
    expect(JSON.parse(onCli.stdout)).toEqual(
      'freshness' in structured ? { ...structured, freshness } : structured,
    );
    const text = await shop.run(args);
    // `index` prints the state after the tool's own text, which holds a duration.
    if (name === 'reindex') return;
    const [block] = overMcp.content as { text: string }[];
    expect(withoutNotes(text.stdout.trimEnd())).toBe(withoutNotes(block?.text ?? ''));
    expect(text.stdout).not.toMatch(/^note: .*(max_tokens|code_search|index_status)/m);
  });

  it('rejects an invalid argument with a hint', async () => {
    const result = await call('code_search', { question: 'x' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/GM_USAGE.*"question"[\s\S]*hint: .*query/) }],
    });
  });

  it('suggests similar ids for an unknown id', async () => {
    const result = await call('code_get_symbol', { symbol: 'src/cart/cart.ts::Cart::totl' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('src/cart/cart.ts::Cart::total') }],
    });
  });

  it('answers an unknown tool with a protocol error', async () => {
    await expect(call('code_find', {})).rejects.toMatchObject({ code: -32602 });
  });
});

/** What a client writes, one message a line. */
const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'code_search', arguments: { query: 'cart' } } },
];

it('the MCP server writes only protocol messages to stdout, answers all requests, and ends with its input', async () => {
  const sandbox = await makeSandbox();
  const input = MESSAGES.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { status, stdout, stderr } = await sandbox.run(['mcp'], { input: input.join('') });
  await sandbox.remove();
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map((answer) => [answer.jsonrpc, answer.id])).toEqual([
    ['2.0', 1],
    ['2.0', 2],
    ['2.0', 3],
  ]);
  expect(answers[2].result.content[0].text).toMatch(/^\d+ of \d+ candidates/);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
