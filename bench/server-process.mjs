// `graph-memory serve` and `graph-memory mcp` as processes, with a home folder of their own.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

function start(folder, home, args) {
  const env = { ...process.env, HOME: home };
  const stdio = ['pipe', 'pipe', 'ignore'];
  return spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env, stdio });
}

/** Starts a server on a free port and waits until it has indexed the project. */
export async function startServer(folder, args = []) {
  const home = mkdtempSync(join(tmpdir(), 'graph-memory-bench-'));
  const child = start(folder, home, ['serve', '--port', '0', '--json', ...args]);
  const [line] = await child.stdout.map(String).take(1).toArray();
  const { url, token_file: file } = JSON.parse(line);
  const token = readFileSync(file, 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const metrics = async () => (await fetch(`${url}metrics`, { headers })).text();
  while (!/index_files\{.*\} [1-9]/.test(await metrics())) await pause(500);
  const end = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return { pid: child.pid, url, token, home, metrics, end };
}

/** Starts an MCP session over stdio. */
export async function startMcp(folder, home) {
  const child = start(folder, home, ['mcp']);
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let id = 0;
  const send = (method, params) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  });
  return {
    pid: child.pid,
    callTool: (name, input) => send('tools/call', { name, arguments: input }),
    end: () => child.stdin.end(),
  };
}
