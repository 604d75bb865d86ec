// `graph-memory serve` under load: throughput and latency of mixed tools while files change, memory
// over time, search as you type, and malformed requests.
//
//   node bench/serve.mjs FOLDER [SECONDS] [CONNECTIONS]
//
// Writes into FOLDER: use a copy. What else runs on the machine shows in the load average.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { randomOf } from './random.mjs';
import { startServer } from './server-process.mjs';

const [folder, secondsText = '60', connectionsText = '8'] = process.argv.slice(2);
const seconds = Number(secondsText);
const MALFORMED = 10_000;
/** Budget of most answers. */
const TOKENS_DEFAULT = 4000;
/** Rounds of different requests for each connection; more than it has time for. */
const ROUNDS = 10;
const TYPED = 'where are migrations executed';

const server = await startServer(folder);
const headers = {
  authorization: `Bearer ${server.token}`,
  'content-type': 'application/json',
};

async function call(name, input) {
  const body = JSON.stringify(input);
  const response = await fetch(`${server.url}api/tools/${name}`, { method: 'POST', headers, body });
  return response.json();
}

/** Questions about the project itself: its symbols of every kind, in a fixed order. */
async function questions() {
  const { results } = await call('codebase_search_symbol', {
    symbol: 'get',
    match: 'prefix',
    max_results: 40,
  });
  const symbols = results.map(({ symbol }) => symbol);
  const words = ['connection pool', 'how are entities saved', 'query builder', 'parse options'];
  return symbols.flatMap((symbol, index) => [
    ['code_search', { query: words[index % words.length] }],
    ['code_get_symbol', { symbol }],
    ['code_references', { symbol }],
    ['code_get_file_symbols', { path: symbol.split('::')[0] }],
    ['graph_traverse', { symbol, depth: 2 }],
    ['codebase_search_symbol', { symbol: symbol.split('::').at(-1) }],
    ['docs_search', { query: words[index % words.length] }],
    ['list_projects', {}],
  ]);
}

function residentMegabytes() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024;
}

/** Processor time of the server so far, in ms; other work on the machine changes it little. */
function processorMs() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Changes a file every two seconds until stopped. */
function changeFiles() {
  const path = join(folder, 'changing-file.ts');
  let count = 0;
  const timer = setInterval(() => {
    writeFileSync(path, `export function changing${++count}() { return ${count}; }\n`);
  }, 2000);
  return () => {
    clearInterval(timer);
    rmSync(path, { force: true });
    return count;
  };
}

function requestsOf(list) {
  return list.map(([name, input]) => ({
    method: 'POST',
    path: `/api/tools/${name}`,
    headers,
    body: JSON.stringify(input),
  }));
}

/** Gives each connection requests that no other connection sends, and none twice. */
function withoutRepeats(list) {
  let budget = TOKENS_DEFAULT;
  return (client) => {
    const rounds = Array.from({ length: ROUNDS }, () =>
      list.map(([name, input]) => [
        name,
        name === 'list_projects' ? input : { ...input, max_tokens: budget++ },
      ]),
    );
    client.setRequests(requestsOf(rounds.flat()));
  };
}

async function load(title, list, options) {
  const requests = requestsOf(list);
  const memory = [residentMegabytes()];
  const timer = setInterval(() => memory.push(residentMegabytes()), 5000);
  const startMs = processorMs();
  const result = await autocannon({ url: server.url, requests, ...options });
  clearInterval(timer);
  const { latency, requests: counted, errors, non2xx } = result;
  console.log(
    `${title}: ${counted.average.toFixed(0)} requests/s, p50 ${latency.p50} ms, p97.5 ${latency.p97_5} ms, p99 ${latency.p99} ms, max ${latency.max} ms; ${errors} errors, ${non2xx} refused`,
  );
  const each = (processorMs() - startMs) / counted.total;
  console.log(`  ${each.toFixed(1)} ms of the server's processor time a request`);
  console.log(`  memory ${memory.map((one) => one.toFixed(0)).join(' ')} MB`);
}

/** Latency of each tool alone, one request at a time: shows which is slow. */
async function eachTool(list) {
  const times = new Map();
  for (const [name, input] of list) {
    const start = process.hrtime.bigint();
    await call(name, input);
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    times.set(name, [...(times.get(name) ?? []), ms]);
  }
  for (const [name, own] of times) console.log(`  ${name}: ${quantiles(own)}`);
}

function quantiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `p50 ${at(0.5).toFixed(1)} p95 ${at(0.95).toFixed(1)} max ${sorted.at(-1).toFixed(1)} ms`;
}

async function typing() {
  const times = [];
  for (let round = 0; round < 5; round++) {
    for (let end = 2; end <= TYPED.length; end++) {
      const start = process.hrtime.bigint();
      await call('code_search', { query: TYPED.slice(0, end), max_results: 10 });
      times.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  console.log(`search as you type: ${quantiles(times)}`);
}

/** Returns a function that gives numbers below 1. */
function fraction(seed) {
  const next = randomOf(seed);
  return () => next(2 ** 30) / 2 ** 30;
}

/** Bodies and paths that no client should send, the same ones on every run. */
function malformed(next) {
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'code_search' } };
  const values = [null, -1, 1e308, '', 'x'.repeat(5000), [], {}, { a: [[]] }, true, '\u0000\ud800'];
  const value = () => values[Math.floor(next() * values.length)];
  const key = () => ['jsonrpc', 'id', 'method', 'params'][Math.floor(next() * 4)];
  const text = JSON.stringify(rpc);
  const bodies = [
    () => text.slice(0, Math.floor(next() * text.length)),
    () => JSON.stringify({ ...rpc, [key()]: value() }),
    () => JSON.stringify(value()),
    () => JSON.stringify({ ...rpc, params: { name: value(), arguments: value() } }),
    () => JSON.stringify(Array.from({ length: 3 }, () => ({ ...rpc, id: value() }))),
    () => '['.repeat(Math.floor(next() * 5000)),
    () => Buffer.from(Array.from({ length: 40 }, () => Math.floor(next() * 256))),
  ];
  const tool = () =>
    ['code_search', 'graph_path', 'no_such', '%00', '..%2f'][Math.floor(next() * 5)];
  const path = next() < 0.5 ? 'mcp' : `api/tools/${tool()}`;
  return { path, body: bodies[Math.floor(next() * bodies.length)]() };
}

async function malformedRequests() {
  const next = fraction(7);
  const statuses = new Map();
  let untyped = 0;
  const one = async () => {
    const { path, body } = malformed(next);
    const accept = 'application/json, text/event-stream';
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...headers, accept },
      body,
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const isTyped = /"error"|"code"|"isError"/.test(answer) || response.status < 300;
    if (!isTyped) untyped++;
  };
  for (let done = 0; done < MALFORMED; done += 20)
    await Promise.all(Array.from({ length: 20 }, one));
  const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
  console.log(`${MALFORMED} malformed requests: ${counts.join(', ')}; ${untyped} without a type`);
}

/** Bytes that are no HTTP at all. */
async function malformedHttp() {
  const next = fraction(8);
  const { port } = new URL(server.url);
  let answered = 0;
  const starts = [
    'GET / HTTP/9.9\r\n\r\n',
    'POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    '\r\n\r\n',
  ];
  for (let count = 0; count < 500; count++) {
    const start =
      starts[count % (starts.length + 1)] ??
      Buffer.from(Array.from({ length: 60 }, () => Math.floor(next() * 256)));
    answered += await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(text.startsWith('HTTP/1.1 4') ? 1 : 0));
      socket.end(start);
    });
  }
  console.log(`500 connections with other bytes: ${answered} answered with 4xx, all closed`);
}

console.log(
  `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
const list = await questions();
console.log('one request at a time:');
await eachTool(list);
await typing();
const stop = changeFiles();
await load('mixed tools while files change', list, {
  connections: Number(connectionsText),
  duration: seconds,
});
console.log(`  ${stop()} changes of a file`);
await pause(3000);
await load('mixed tools, no changes', list, {
  connections: Number(connectionsText),
  duration: Math.ceil(seconds / 3),
});
await load('mixed tools, no request sent twice', list, {
  connections: Number(connectionsText),
  duration: Math.ceil(seconds / 3),
  setupClient: withoutRepeats(list),
});
await malformedRequests();
await malformedHttp();
console.log(
  `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
const metrics = await server.metrics();
console.log(`alive: ${metrics.includes('graph_memory_requests_total')}`);
await server.end();
