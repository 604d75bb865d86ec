// `node bench/calls.mjs [CALLS] [SEED]`: malformed messages to a real MCP server on a copy of the
// fixture shop: broken JSON, wrong envelopes, and calls whose arguments are missing, of wrong types,
// hostile or huge. After each batch a ping and a real call must be answered in time, and every message
// with an id must have got exactly one answer. Prints what came back; exits with 1 at the first failure.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TOOLS } from '../dist/index.js';
import { randomOf } from './random.mjs';

const CALLS = Number(process.argv[2] ?? 10_000);
const random = randomOf(Number(process.argv[3] ?? 1));
const BATCH = 50;
/** An answer later than this is a hang, in ms. */
const WAIT_MS_MAX = 30_000;
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const SHOP = fileURLToPath(new URL('../fixtures/projects/shop', import.meta.url));
/** Tools that answer without being listed. */
const UNLISTED =
  'codebase_search codebase_search_text codebase_search_symbol codebase_read graph_neighbors docs_search docs_get_section docs_get_toc docs_drift';
const NAMES = [...TOOLS.map(({ name }) => name), ...UNLISTED.split(' ')];
const PARAMETERS = [
  ...new Set(TOOLS.flatMap(({ input }) => Object.keys(input.shape))),
  ...['regex', 'context_lines', 'section', 'start_line', 'unknown', '__proto__'],
];

const pick = (list) => list[random(list.length)];
const VALUES = [
  null,
  true,
  -1,
  0,
  1e308,
  '',
  ' ',
  'Cart',
  '../../etc/passwd',
  '\0',
  '\u202e',
  'src/cart/cart.ts:999999',
  '*'.repeat(300),
  '(a+)+$'.repeat(20),
  'x'.repeat(200_000),
  [],
  ['**/*', 7, null],
  {},
  { toString: 1, __proto__: null },
  [[[[[[[[]]]]]]]],
];

function callOf(id) {
  const given = Array.from({ length: random(5) }, () => [pick(PARAMETERS), pick(VALUES)]);
  const name = random(20) === 0 ? pick(VALUES) : pick(NAMES);
  const params = { name, arguments: random(10) === 0 ? pick(VALUES) : Object.fromEntries(given) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** A line, and the id that its answer must have; undefined if none can be expected. */
function messageOf(id) {
  const call = callOf(id);
  switch (random(8)) {
    case 0:
      return { line: JSON.stringify(call).slice(0, 1 + random(60)), id: undefined };
    case 1:
      return { line: JSON.stringify(pick(VALUES)), id: undefined };
    case 2:
      return { line: JSON.stringify({ ...call, method: pick(VALUES) }), id };
    case 3:
      return { line: JSON.stringify({ ...call, params: pick(VALUES) }), id };
    case 4:
      return { line: JSON.stringify({ ...call, method: `x/${random(99)}` }), id };
    default:
      return { line: JSON.stringify(call), id };
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-calls-'));
cpSync(SHOP, join(scratch, 'shop'), { recursive: true });
const server = spawn(process.execPath, [MAIN, 'mcp'], {
  cwd: join(scratch, 'shop'),
  env: { ...process.env, HOME: scratch },
  stdio: ['pipe', 'pipe', 'ignore'],
});

function fail(text) {
  console.error(text);
  server.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
  process.exit(1);
}

const waiting = new Map();
const seen = {};
let expectEnd = false;
server.once('exit', (status) => expectEnd || fail(`the server ended with ${status}`));
createInterface(server.stdout).on('line', (line) => {
  const { id, error, result } = JSON.parse(line);
  const kind = error === undefined ? (result?.isError ? 'isError' : 'result') : String(error.code);
  seen[kind] = (seen[kind] ?? 0) + 1;
  if (typeof id !== 'number') return;
  if (!waiting.has(id)) fail(`a second or unknown answer: ${line.slice(0, 300)}`);
  waiting.get(id)(line);
  waiting.delete(id);
});

let nextId = 1;
function sent(line, id) {
  const answer =
    id === undefined
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(() => fail(`no answer to ${line.slice(0, 500)}`), WAIT_MS_MAX);
          waiting.set(id, (text) => {
            clearTimeout(timer);
            resolve(text);
          });
        });
  server.stdin.write(`${line}\n`);
  return answer;
}
function request(method, params) {
  const id = nextId++;
  return sent(JSON.stringify({ jsonrpc: '2.0', id, method, params }), id);
}

await request('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '0' },
});
let slowestMs = 0;
for (let count = 0; count < CALLS; count += BATCH) {
  const startedMs = performance.now();
  const answers = [];
  for (let call = 0; call < BATCH; call++) {
    const { line, id } = messageOf(nextId++);
    answers.push(sent(line, id));
  }
  await Promise.all(answers);
  await request('ping', {});
  const text = await request('tools/call', {
    name: 'code_get_symbol',
    arguments: { symbol: 'Cart' },
  });
  if (!text.includes('src/cart/cart.ts::Cart')) fail(`a wrong answer: ${text.slice(0, 500)}`);
  slowestMs = Math.max(slowestMs, performance.now() - startedMs);
}
const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
console.log(`${CALLS} malformed messages: ${JSON.stringify(seen)}`);
console.log(`slowest batch of ${BATCH}: ${slowestMs.toFixed(0)} ms; server: ${rss} kB`);
expectEnd = true;
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
rmSync(scratch, { recursive: true, force: true });
