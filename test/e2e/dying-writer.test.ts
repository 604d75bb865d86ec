/** A process that is told to end while it writes keeps nobody from indexing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { environment, makeSandbox, PROGRAM } from './program.ts';

/** Enough for a run that lasts longer than it takes to notice its lock. */
const FILES = 600;

function moduleText(number: number): string {
  const functions = Array.from(
    { length: 20 },
    (_, index) => `export function work${number}_${index}(given: number) {\n  return given;\n}\n`,
  );
  return functions.join('');
}

it('index waits for a server that was stopped by SIGTERM while it held the store', async () => {
  const shop = await makeSandbox();
  onTestFinished(() => shop.remove());
  const folder = join(shop.project, 'src/many');
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Array.from({ length: FILES }, (_, number) =>
      writeFile(join(folder, `m${number}.ts`), moduleText(number)),
    ),
  );
  const server = spawn(process.execPath, [PROGRAM, 'mcp'], {
    cwd: shop.project,
    env: environment(shop.home),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  const ended = once(server, 'exit');
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const send = (id: number, method: string, params: unknown) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const clientInfo = { name: 'test', version: '0' };
  send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await lines.next();
  send(2, 'tools/call', { name: 'code_search', arguments: { query: 'work1_1' } });
  const stores = join(shop.home, '.graph-memory');
  const stored = () => (existsSync(stores) ? readdirSync(stores, { recursive: true }) : []);
  const isWriting = () => stored().some((name) => String(name).endsWith('writer.lock'));
  while (!isWriting()) await new Promise((resolve) => setImmediate(resolve));
  server.kill('SIGTERM');
  const { status, stderr } = await shop.run(['index']);
  expect(stderr).not.toContain('GM_BUSY');
  expect(status).toBe(0);
  await ended;
  const found = await shop.run(['symbol', 'work599_19', '--no-refresh']);
  expect(found.stdout).toContain('m599.ts::work599_19');
});
