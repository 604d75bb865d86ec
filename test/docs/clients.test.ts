/** Every snippet of docs/clients.md is parsed in its format, and the command in it is started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/client-table.ts';
import { environment, makeSandbox, PROGRAM, repository, type Sandbox } from '../e2e/program.ts';

type Json = Readonly<Record<string, unknown>>;

const PAGE = readFileSync(join(repository, 'docs/clients.md'), 'utf8');

/** Client → where its configuration has the servers; Claude Code is connected by a command. */
const SERVERS = new Map<string, readonly string[]>(
  CLIENTS.map(({ title, keys }) => [title, title === 'Claude Code' ? [] : keys.slice(0, -1)]),
);

/** Title of each section that has a snippet in a configuration's format, and the snippet. */
const SNIPPETS = PAGE.split(/^## /m).flatMap((section) => {
  const [, language, text] = /^```(json|toml|sh)\n([\s\S]*?)^```/m.exec(section) ?? [];
  const title = section.slice(0, section.indexOf('\n'));
  return language === undefined || text === undefined ? [] : [{ title, language, text }];
});

function commandOf({ title, language, text }: (typeof SNIPPETS)[number]): readonly string[] {
  if (language === 'sh') return text.trim().split(' -- ').at(1)?.split(' ') ?? [];
  const whole: unknown = language === 'toml' ? parseToml(text) : JSON.parse(text);
  const servers = (SERVERS.get(title) ?? []).reduce((value, key) => (value as Json)[key], whole);
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
  it('has at most one snippet for each client that the program knows', () => {
    const titles = SNIPPETS.map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(7);
    expect(titles).toEqual([...SERVERS.keys()].filter((title) => titles.includes(title)));
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

describe('docs/install.md', () => {
  const page = readFileSync(join(repository, 'docs/install.md'), 'utf8');

  it.each(CLIENTS)('lists $title with its id and its files', ({ title, id, config }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`)) ?? '';
    expect(row).toContain(`\`${id}\``);
    for (const { files } of Object.values(config)) expect(row).toContain(files[0]);
  });
});
