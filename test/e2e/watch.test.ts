/** The built program follows the disk: `watch` says what it picked up, the MCP server answers from it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

async function sandbox(): Promise<Sandbox> {
  const made = await makeSandbox();
  onTestFinished(() => made.remove());
  return made;
}

function start({ project, home }: Sandbox, command: string) {
  const child = spawn(process.execPath, [PROGRAM, command], {
    cwd: project,
    env: environment(home),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    // A test that waits for a certain line would wait forever.
    if (done === true) throw new Error('the program ended');
    return value;
  };
  return { child, nextLine };
}

it('graph-memory watch reports changes until it is interrupted', async () => {
  const shop = await sandbox();
  const { child, nextLine } = start(shop, 'watch');
  while (!(await nextLine()).includes('watching'));
  await writeFile(join(shop.project, 'src/new.ts'), 'export const brandNew = 1;');
  expect(await nextLine()).toMatch(/^index updated: 1 added, 0 changed, 0 removed in /);
  await writeFile(join(shop.project, 'src/new.ts'), 'export const newer = 1;');
  expect(await nextLine()).toMatch(/^index updated: 0 added, 1 changed, 0 removed in /);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

it('the server answers with content written a moment before', async () => {
  const shop = await sandbox();
  const { child, nextLine } = start(shop, 'mcp');
  let id = 0;
  const request = async (method: string, params: unknown) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    return JSON.parse(await nextLine()) as {
      result: { structuredContent: unknown; content: { text: string }[] };
    };
  };
  const call = async (name: string, input: unknown) =>
    (
      await request('tools/call', {
        name,
        arguments: input,
        _meta: { 'graph-memory/data': true },
      })
    ).result.structuredContent;
  const symbolText = async (input: unknown) =>
    (await request('tools/call', { name: 'code_get_symbol', arguments: input })).result.content[0]
      ?.text;
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  });
  await call('index_status', {});
  await call('code_search', { query: 'charge' });
  for (const name of ['firstEdit', 'secondEdit']) {
    await writeFile(join(shop.project, 'src/edited.ts'), `export function ${name}() {}`);
    expect(await symbolText({ symbol: name })).toContain(`src/edited.ts::${name}`);
  }
  expect(await call('index_status', {})).toMatchObject({
    freshness: { mode: 'watching', pending_changes: 0, problem: '' },
  });
  await mkdir(join(shop.folder, 'bank'));
  await writeFile(join(shop.folder, 'bank/bank.ts'), 'export class Bank {}');
  const projects = '{ shop: { projectDir: . }, bank: { projectDir: ../bank } }';
  await writeFile(join(shop.project, 'graph-memory.yaml'), `projects: ${projects}`);
  expect((await shop.run(['trust'])).status).toBe(0);
  expect(await symbolText({ symbol: 'Bank', project: 'bank' })).toContain('bank.ts::Bank');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
