// `node bench/answer-sizes.mjs CHECKOUT [COUNT]`: the size of answers over MCP, in tokens
// (bench/tokens.mjs). Asks for a sample of symbols: the symbol, its references and a search for its
// name in words. Prints the median and the 90th percentile of the text.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { callTool, findTool } from '../dist/index.js';
import { serve } from './served.mjs';
import { tokenCounter } from './tokens.mjs';

const root = resolve(process.argv[2] ?? '.');
const count = Number(process.argv[3] ?? '120');
const home = mkdtempSync(join(tmpdir(), 'graph-memory-sizes-'));
const REFERENCES = 10;

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const tokens = await tokenCounter();

const { workspace } = await serve(root, home);

async function sizeOf(name, input) {
  const notice = () => undefined;
  const context = { workspace, refresh: false, channel: 'text', notice };
  const { text, notes } = await callTool(context, findTool(name), input);
  return tokens([text, ...notes.map((note) => `note: ${note}`)].join('\n'));
}

function print(label, sizes) {
  const [p50, p90] = [0.5, 0.9].map((share) => percentile(sizes, share));
  console.log(`${label}: ${sizes.length} answers; p50 ${p50}, p90 ${p90}`);
}

try {
  await workspace.project().prepare({ refresh: true, notice: () => undefined });
  const { graph } = workspace.project().snapshot();
  const symbols = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index)).filter(
    ({ kind }) => ['function', 'method', 'class', 'interface'].includes(kind),
  );
  const sampleOf = (all) => {
    const step = Math.max(1, Math.floor(all.length / count));
    return all.filter((_, index) => index % step === 0).slice(0, count);
  };
  const answers = { symbol: [], references: [], search: [] };
  for (const { id, name } of sampleOf(symbols)) {
    answers.symbol.push(await sizeOf('code_get_symbol', { symbol: id }));
    const query = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_+/g, ' ').toLowerCase();
    answers.search.push(await sizeOf('code_search', { query, max_results: 5 }));
  }
  const isUsed = ({ index }) => graph.incoming(index, ['calls', 'references']).length >= REFERENCES;
  for (const { id } of sampleOf(symbols.filter(isUsed))) {
    const request = { symbol: id, max_results: REFERENCES };
    answers.references.push(await sizeOf('code_references', request));
  }
  print('symbol', answers.symbol);
  print(`${REFERENCES} references`, answers.references);
  print('search of 5 hits', answers.search);
} finally {
  await workspace.close();
  rmSync(home, { recursive: true, force: true });
}
