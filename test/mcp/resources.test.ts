import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mcpFactory } from '../../src/mcp/server.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { ToolService } from '../../src/service/tool-service.ts';
import { tempShop, testWriter } from '../project/temp-project.ts';

async function connect(): Promise<Client> {
  const { config } = await tempShop();
  const workspace = await Workspace.open({ projects: [config] }, { writer: testWriter() });
  onTestFinished(() => workspace.close());
  const log = () => undefined;
  const service = new ToolService({
    openWorkspace: async () => workspace,
    refresh: true,
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    log,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  onTestFinished(() => client.close());
  await mcpFactory({ version: '1.2.3', service, log })().connect(theirs);
  await client.connect(ours);
  return client;
}

async function read(client: Client, uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

describe('resources', () => {
  it('show the projects, files by path and symbols by id', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['graph-memory://status']);
    expect(await read(client, 'graph-memory://status')).toContain('shop');
    expect(await read(client, 'graph-memory://shop/file/src/main.ts:1-2')).toMatch(/src\/main\.ts/);
    expect(await read(client, 'graph-memory://shop/symbol/src/cart/cart.ts::Cart::total')).toMatch(
      /Cart\.total|Cart::total/,
    );
  });

  it('accept an address with encoded characters', async () => {
    const client = await connect();
    expect(await read(client, 'graph-memory://shop/file/src%2Fmain.ts')).toMatch(/src\/main\.ts/);
  });

  it.each([
    ['an unknown scheme', 'file:///etc/passwd', /no resource .*graph-memory:\/\/status/],
    ['an unknown project', 'graph-memory://nowhere/file/src/main.ts', /no project "nowhere"/],
    ['a path that leaves the project', 'graph-memory://shop/file/..%2F..%2Fetc%2Fpasswd', /./],
    ['an unknown symbol', 'graph-memory://shop/symbol/src/cart/cart.ts::Crat', /Crat/],
  ])('refuse %s with an error', async (_, uri, message) => {
    await expect(read(await connect(), uri)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });
});

describe('prompts', () => {
  it('are filled with their arguments', async () => {
    const client = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('where_to_start');
    const { messages } = await client.getPrompt({
      name: 'where_to_start',
      arguments: { task: 'add a currency' },
    });
    expect(JSON.stringify(messages)).toContain('I want to do this: add a currency');
  });

  it('name a missing argument', async () => {
    const client = await connect();
    await expect(client.getPrompt({ name: 'where_to_start' })).rejects.toMatchObject({
      message: expect.stringContaining('needs the argument "task"'),
    });
  });
});

describe('completions', () => {
  it('complete a symbol by the beginning of its name', async () => {
    const client = await connect();
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'change_symbol' },
      argument: { name: 'symbol', value: 'sumC' },
    });
    expect(completion.values).toContainEqual(expect.stringContaining('sumCents'));
  });

  it('complete a project', async () => {
    const client = await connect();
    const complete = (value: string) =>
      client.complete({
        ref: { type: 'ref/resource', uri: 'graph-memory://{project}/file/{+path}' },
        argument: { name: 'project', value },
      });
    expect((await complete('sh')).completion.values).toEqual(['shop']);
    expect((await complete('x')).completion.values).toEqual([]);
  });
});
