// Writes the answers of every reading tool on a project, as data and as text, one a line. Two builds
// must give equal files if only speed was changed.
//
//   node bench/answers.mjs FOLDER OUTPUT
//
// A build is compared by running its own copy of this file.
import { createWriteStream } from 'node:fs';
import { startServer } from './server-process.mjs';

const [folder, output] = process.argv.slice(2);
const NAMES_MAX = 12;
const QUESTIONS = [
  'where are migrations executed',
  'connection pool',
  'how are entities saved',
  'parse options',
  '"not found" error message',
  'README install',
  'createQueryBuilder(',
  'no such thing zzqx anywhere',
  'tests for expiry of keys',
  'TypeError: Cannot read properties\n    at Object.get (src/index.ts:10:5)\n\nIt fails when I start it twice.',
];
const WITHOUT_INPUT = ['overview', 'project_map', 'entrypoints', 'docs_get_toc', 'docs_drift'];
const OF_GIT = ['git_summary', 'git_changed_files', 'git_changed_snippets', 'changes'];

const server = await startServer(folder);

async function call(name, input, accept) {
  const response = await fetch(`${server.url}api/tools/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify(input),
  });
  return response.text();
}

async function namesLike(symbol) {
  const input = { symbol, match: 'prefix', max_results: NAMES_MAX };
  const { results } = JSON.parse(await call('codebase_search_symbol', input, 'application/json'));
  return results.map((one) => one.symbol);
}

function ofQuestion(query) {
  return [
    ['code_search', { query }],
    ['code_search', { query, detail: 'full', max_results: 30, max_tokens: 12_000 }],
    ['code_search', { query, scope: 'code', include_tests: 'only', explain: true }],
    ['code_search', { query, group_by: 'place', max_tokens: 1000 }],
    ['docs_search', { query }],
    ['retrieve', { query }],
    ['explain', { about: [query] }],
    ['codebase_search_text', { query: query.split(/\s/)[0] }],
    ['codebase_search_symbol', { symbol: query.split(/\W/).find(Boolean) ?? 'a' }],
    ['tool_search', { query }],
    ['memory_search', { query }],
  ];
}

function ofSymbol(symbol) {
  const path = symbol.split('::')[0];
  return [
    ['code_get_symbol', { symbol }],
    ['code_get_symbol', { symbol, with: ['callers', 'callees', 'tests', 'docs'] }],
    ['code_references', { symbol }],
    ['code_references', { symbol, group_by: 'file', max_tokens: 800 }],
    ['code_get_file_symbols', { path }],
    ['codebase_read', { path, max_tokens: 1000 }],
    ['graph_traverse', { symbol, direction: 'both', depth: 3 }],
    ['graph_neighbors', { symbol }],
    ['graph_path', { from: path, to: symbol }],
    ['impact', { symbols: [symbol], change: 'rename' }],
    ['explain', { about: [symbol] }],
    ['docs_cross_references', { symbol }],
    ['codebase_search_symbol', { symbol: symbol.split('::').at(-1) }],
  ];
}

const names = (await Promise.all(['get', 'create', 'is'].map(namesLike))).flat();
const calls = [
  ...QUESTIONS.flatMap(ofQuestion),
  ...names.flatMap(ofSymbol),
  ...[...WITHOUT_INPUT, ...OF_GIT].map((name) => [name, {}]),
  ['graph_match', { pattern: 'class -contains-> method' }],
  ['graph_diff', { from: 'HEAD' }],
];
const lines = createWriteStream(output);
for (const [name, input] of calls) {
  for (const accept of ['application/json', 'text/plain']) {
    lines.write(`${JSON.stringify([name, input, await call(name, input, accept)])}\n`);
  }
}
await new Promise((resolve) => lines.end(resolve));
console.log(`${2 * calls.length} answers`);
await server.end();
