// `node bench/truth/rows.mjs SCORER NAME=KEY=CHECKOUT …` (after a build): for each repository the row of
// precision and recall that docs/accuracy.md has of other languages, and what is wrong and missed.
// SCORER is an ES module with `readJsonl(file)` and `score(key, export)`; KEY is what a program of this
// folder wrote of CHECKOUT.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportOf, percent } from './exported.mjs';

const KINDS = ['declarations', 'imports', 'extends', 'implements', 'calls', 'references'];
const SAMPLES_SHOWN = 8;

const [scorer, ...cases] = process.argv.slice(2);
const { readJsonl, score } = await import(pathToFileURL(resolve(scorer)).href);
const details = [];
console.log(`| repository | ${KINDS.join(' | ')} |`);
for (const entry of cases) {
  const [name, key, checkout] = entry.split('=');
  const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-accuracy-'));
  try {
    const result = score(readJsonl(key), readJsonl(exportOf(checkout, scratch)));
    console.log(`| ${name} | ${KINDS.map((kind) => cellOf(result[kind])).join(' | ')} |`);
    for (const [kind, samples] of Object.entries(result.samples))
      details.push(`${name}: ${kind} (${samples.length})`, ...shown(samples));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
console.log(details.join('\n'));

/** Precision and recall; of less than ten edges, how many were found. */
function cellOf(row) {
  if (row === undefined || row.truth === 0) return '–';
  if (row.truth < 10) return `${row.truth - row.fn} of ${row.truth}, ${row.fp} extra`;
  return `${percent(row.P)}/${percent(row.R)}`;
}

function shown(samples) {
  return samples.slice(0, SAMPLES_SHOWN).map((sample) => `  ${sample}`);
}
