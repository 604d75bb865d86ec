// `node bench/account.mjs CHECKOUT [COUNT]`: the account of a name in `code_references`, held against
// `git grep -w` on the indexed files of a checkout. Prints for a sample of symbols how many totals are
// right, how many accounts close, and how long an answer takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serve } from './served.mjs';

const root = resolve(process.argv[2] ?? '.');
const count = Number(process.argv[3] ?? '300');
const home = mkdtempSync(join(tmpdir(), 'graph-memory-account-'));

/** Lines that hold the word, in the files that are indexed. */
function grepped(name, isIndexed) {
  let out = '';
  try {
    out = execFileSync('git', ['-C', root, 'grep', '-wFc', '--untracked', '-z', '-e', name], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  const rows = out
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\0'));
  return rows.reduce((sum, [path, lines]) => sum + (isIndexed.has(path) ? Number(lines) : 0), 0);
}

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];

const { workspace, ask } = await serve(root, home);
try {
  await ask('list_projects', {});
  await ask('code_search', { query: 'first' });
  const { graph } = workspace.project().snapshot();
  const isIndexed = new Set(graph.paths());
  const symbols = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index)).filter(
    ({ kind }) => !['file', 'section', 'constructor'].includes(kind),
  );
  const step = Math.max(1, Math.floor(symbols.length / count));
  const sample = symbols.filter((_, index) => index % step === 0).slice(0, count);
  const times = [];
  const wrong = [];
  const open = [];
  let uncounted = 0;
  let closed = 0;
  for (const { id, name } of sample) {
    const began = performance.now();
    const { account } = (await ask('code_references', { symbol: id })).structured;
    times.push(performance.now() - began);
    if (account?.line_count === undefined) {
      uncounted++;
      continue;
    }
    const expected = grepped(name, isIndexed);
    if (account.line_count !== expected)
      wrong.push(`${id}: ${account.line_count}, git grep ${expected}`);
    if (account.lines.open === undefined) closed++;
    else open.push(account.lines.open);
  }
  const counted = sample.length - uncounted;
  console.log(
    `${sample.length} symbols of ${graph.paths().length} files: ${counted} counted, ${counted - wrong.length} totals as git grep -w, ${closed} accounts close, ${open.filter((lines) => lines <= 5).length} more with at most 5 open lines`,
  );
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
  console.log(
    `code_references with its account: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  );
} finally {
  await workspace.close();
  rmSync(home, { recursive: true, force: true });
}
