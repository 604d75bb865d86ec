// `node bench/answer-sizes.mjs CHECKOUT [COUNT]`: the size of answers over MCP, in tokens of four
// characters. Asks for a sample of symbols: the symbol, its references and a search for its name in
// words. Prints the median and the 90th percentile of the text, and of the data where it is sent too.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answerText, callTool, findTool } from '../dist/index.js';
import { serve } from './served.mjs';

const root = resolve(process.argv[2] ?? '.');
const count = Number(process.argv[3] ?? '120');
const home = mkdtempSync(join(tmpdir(), 'graph-memory-sizes-'));
const REFERENCES = 10;

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const tokens = (text) => Math.ceil(text.length / 4);

const { workspace } = await serve(root, home);

async function sizesOf(name, input) {
  const tool = findTool(name);
  const channel = tool.isTextOnly === true ? 'text' : 'both';
  const notice = () => undefined;
  const answer = await callTool({ workspace, refresh: false, channel, notice }, tool, input);
  const data = tool.isTextOnly === true ? 0 : tokens(JSON.stringify(answer.structured));
  return { text: tokens(answerText(answer)), data, structured: answer.structured };
}

function print(label, sizes) {
  const [text, data] = ['text', 'data'].map((part) => sizes.map((one) => one[part]));
  const sent = data.some((one) => one > 0)
    ? `data p50 ${percentile(data, 0.5)}, p90 ${percentile(data, 0.9)}`
    : 'text alone is sent';
  console.log(
    `${label}: ${sizes.length} answers; text p50 ${percentile(text, 0.5)}, p90 ${percentile(text, 0.9)}; ${sent}`,
  );
}

try {
  await workspace.project().prepare({ refresh: true, notice: () => undefined });
  const { graph } = workspace.project().snapshot();
  const symbols = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index)).filter(
    ({ kind }) => ['function', 'method', 'class', 'interface'].includes(kind),
  );
  const step = Math.max(1, Math.floor(symbols.length / count));
  const sample = symbols.filter((_, index) => index % step === 0).slice(0, count);
  const answers = { symbol: [], references: [], search: [] };
  for (const { id, name } of sample) {
    answers.symbol.push(await sizesOf('code_get_symbol', { symbol: id }));
    const used = await sizesOf('code_references', { symbol: id, max_results: REFERENCES });
    if (used.structured.returned_count === REFERENCES) answers.references.push(used);
    const query = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_+/g, ' ').toLowerCase();
    answers.search.push(await sizesOf('code_search', { query, max_results: 5 }));
  }
  print('symbol', answers.symbol);
  print(`${REFERENCES} references`, answers.references);
  print('search of 5 hits', answers.search);
} finally {
  await workspace.close();
  rmSync(home, { recursive: true, force: true });
}
