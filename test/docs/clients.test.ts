/** Every snippet of docs/clients.md is parsed in its format, and the command in it is started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, makeSandbox, PROGRAM, repository, type Sandbox } from '../e2e/program.ts';

type Json = Readonly<Record<string, unknown>>;

const PAGE = readFileSync(join(repository, 'docs/clients.md'), 'utf8');

/** Client → where its configuration has the servers. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  'Claude Code': [],
  'Claude Desktop': ['mcpServers'],
  Cursor: ['mcpServers'],
  'VS Code': ['servers'],
  Codex: ['mcp_servers'],
  'Gemini CLI': ['mcpServers'],
  opencode: ['mcp', 'servers'],
  Zed: ['context_servers'],
};

/** Title of each section that has a snippet in a configuration's format, and the snippet. */
const SNIPPETS = PAGE.split(/^## /m).flatMap((section) => {
  const [, language, text] = /^```(json|toml|sh)\n([\s\S]*?)^```/m.exec(section) ?? [];
  const title = section.slice(0, section.indexOf('\n'));
  return language === undefined || text === undefined ? [] : [{ title, language, text }];
});

function commandOf({ title, language, text }: (typeof SNIPPETS)[number]): readonly string[] {
  if (language === 'sh') return text.trim().split(' -- ').at(1)?.split(' ') ?? [];
  const whole: unknown = language === 'toml' ? parseToml(text) : JSON.parse(text);
  const servers = (SERVERS[title] ?? []).reduce((value, key) => (value as Json)[key], whole);
  const server = (servers as Json)['graph-memory'] as Json;
  const args = (server['args'] ?? []) as readonly string[];
  return [server['command'] as string | readonly string[], args].flat();
}

let shop: Sandbox;
beforeAll(async () => {
  shop = await makeSandbox();
});
afterAll(() => shop.remove());

describe('docs/clients.md', () => {
  it('has one snippet for each client', () => {
    expect(SNIPPETS.map(({ title }) => title)).toEqual(Object.keys(SERVERS));
  });

  it.each(SNIPPETS)('starts the server by the snippet for $title', async (snippet) => {
    const [command = '', ...args] = commandOf(snippet).map((word) =>
      word
        .replace('/path/to/clone/dist/cli/main.js', PROGRAM)
        .replace(/^(?:\/path\/to\/project|\$\{workspaceFolder\})$/, shop.project),
    );
    expect(args).toContain(PROGRAM);
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: command === 'node' ? process.execPath : command,
      args,
      cwd: shop.project,
      env: environment(shop.home),
      stderr: 'ignore',
    });
    await client.connect(transport);
    try {
      const answer = await client.callTool({ name: 'list_projects', arguments: {} });
      expect(JSON.stringify(answer.content)).toContain('shop');
    } finally {
      await client.close();
    }
  });
});
