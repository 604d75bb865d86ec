// Writes the first table of docs/accuracy.md: our graph against answer keys made by compilers. Prints recall
// by form of import and call, and samples of missed calls.
//   node bench/accuracy.mjs SCORER NAME=KEY=CHECKOUT ...
// SCORER is an ES module with `readJsonl(file)` and `score(key, export, options)`; KEY a file it reads;
// CHECKOUT the folder the key was made from. Neither keys nor checkouts are part of this repository.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exportOf, percent } from './truth/exported.mjs';

const KINDS = ['declarations', 'imports', 'extends', 'implements', 'calls', 'references'];
const MARKER = '<!-- generated below: node bench/accuracy.mjs -->';
const END_MARKER = '<!-- generated above -->';

const here = dirname(fileURLToPath(import.meta.url));
const [scorerPath, ...cases] = process.argv.slice(2);
const { readJsonl, score } = await import(pathToFileURL(resolve(scorerPath)).href);

const ratio = (part, whole) => (whole === 0 ? null : part / whole);

const isEmpty = (row) => row === undefined || (!row.truth && !row.pred);

/** Precision/recall in percent. */
const cellOf = (row) => (isEmpty(row) ? '–' : `${percent(row.P)}/${percent(row.R)}`);

/** Adds counts `[found, all]` of several repositories by key. */
function addCounts(sum, counts) {
  for (const [key, [found, all]] of Object.entries(counts ?? {})) {
    const [foundBefore, allBefore] = sum[key] ?? [0, 0];
    sum[key] = [foundBefore + found, allBefore + all];
  }
}

function countsTable(title, counts) {
  const rows = Object.entries(counts).sort((a, b) => b[1][1] - a[1][1]);
  return [
    `| ${title} | found | of | recall % |`,
    '| --- | --: | --: | --: |',
    ...rows.map(
      ([key, [found, all]]) => `| ${key} | ${found} | ${all} | ${percent(ratio(found, all))} |`,
    ),
  ].join('\n');
}

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-accuracy-'));
const totals = Object.fromEntries(KINDS.map((kind) => [kind, { tp: 0, fp: 0, hit: 0, truth: 0 }]));
const forms = { imports: {}, routes: {}, calls: {} };
const lines = [`| Repository | ${KINDS.join(' | ')} |`, `| --- |${' --: |'.repeat(KINDS.length)}`];
const missed = [];
try {
  for (const entry of cases) {
    const [name, key, checkout] = entry.split('=');
    const result = score(readJsonl(key), readJsonl(exportOf(checkout, scratch)));
    lines.push(`| ${name} | ${KINDS.map((kind) => cellOf(result[kind])).join(' | ')} |`);
    for (const kind of KINDS) {
      const row = result[kind];
      if (isEmpty(row)) continue;
      const total = totals[kind];
      total.tp += row.tp;
      total.fp += row.fp;
      total.truth += row.truth;
      total.hit += row.truth - row.fn;
    }
    addCounts(forms.imports, result.imports.byHow);
    addCounts(forms.routes, result.imports.byVia);
    addCounts(forms.calls, result.calls.byHow);
    const samples = (result.samples['calls FN'] ?? []).slice(0, 5);
    if (samples.length > 0)
      missed.push(`**${name}**`, '', ...samples.map((sample) => `- ${sample}`), '');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const sums = KINDS.map((kind) => totals[kind]);
const shares = sums.map(
  ({ tp, fp, hit, truth }) => `${percent(ratio(tp, tp + fp))}/${percent(ratio(hit, truth))}`,
);
lines.push(`| **all** | ${shares.join(' | ')} |`);
lines.push(
  `| wrong, missed | ${sums.map(({ fp, hit, truth }) => `${fp}, ${truth - hit}`).join(' | ')} |`,
);

const target = join(here, '../docs/accuracy.md');
const [intro, after = ''] = readFileSync(target, 'utf8').split(MARKER);
const [, rest = ''] = after.split(END_MARKER);
writeFileSync(target, `${intro}${MARKER}\n\n${lines.join('\n')}\n\n${END_MARKER}${rest}`);

console.log(countsTable('route of imports', forms.routes));
console.log(countsTable('form of imports', forms.imports));
console.log(countsTable('form of calls', forms.calls));
console.log(missed.join('\n'));
