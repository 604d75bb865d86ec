// `node bench/languages.mjs DIR …` (after a build): what reading and extracting costs, language by
// language, over all files of the folders that would be indexed; the files that could not be read, and
// those that took longest. One thread, CPU time, each project's files in the order of their paths.
import { setFlagsFromString } from 'node:v8';
import { loadConfig } from '../dist/config/load.js';
import { discover } from '../dist/files/discovery/discover.js';
import { discoverOptionsOf } from '../dist/indexing/project-scan.js';
import { languageById, languageOf } from '../dist/languages/registry.js';
import { extractOne } from '../dist/workers/extract-one.js';

/** As the program runs; see docs/performance.md. */
setFlagsFromString('--liftoff-only');

const SLOWEST_SHOWN = 15;
/** Reasons for which a file is left out on purpose. */
const LEFT_OUT = new Set(['oversized', 'minified', 'binary', 'secret', 'symlink', 'notAFile']);

const rows = new Map();
const slowest = [];
const failed = [];
const leftOut = {};

for (const root of process.argv.slice(2)) {
  const { projects } = await loadConfig({ cwd: root, homeDir: root });
  for (const config of projects) await measure(config);
}
report();

async function measure(config) {
  const { files, skipped } = await discover(config.root, discoverOptionsOf(config));
  skipped.forEach(note);
  const settings = { root: config.root, ...config.code };
  for (const entry of files) {
    const before = process.cpuUsage();
    const result = await extractOne(settings, { entry, knownHashes: [] });
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    const facts = result.kind === 'record' ? result.record.facts : undefined;
    if (result.kind === 'skipped') note(result.skipped, config.root);
    const language = facts ? languageById(facts.language) : languageOf(entry.path);
    add(language?.title ?? 'unknown', {
      files: 1,
      odd: facts?.diagnostics.length > 0 ? 1 : 0,
      bytes: entry.sizeBytes,
      ms,
    });
    slowest.push({
      ms,
      path: `${config.root.split('/').at(-1)}/${entry.path}`,
      sizeBytes: entry.sizeBytes,
    });
    if (slowest.length > 10 * SLOWEST_SHOWN) trim();
  }
}

function note({ path, reason, detail }, root) {
  if (LEFT_OUT.has(reason)) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  else failed.push(`${root}/${path}: ${reason}, ${detail}`);
}

function add(title, file) {
  const row = rows.get(title) ?? { files: 0, odd: 0, bytes: 0, ms: 0 };
  rows.set(title, {
    files: row.files + file.files,
    odd: row.odd + file.odd,
    bytes: row.bytes + file.bytes,
    ms: row.ms + file.ms,
  });
}

function trim() {
  slowest.sort((a, b) => b.ms - a.ms);
  slowest.length = Math.min(slowest.length, SLOWEST_SHOWN);
}

function report() {
  console.log(
    '| language | files | MB | MB/s of CPU | ms of CPU a file | not understood somewhere |',
  );
  console.log('| --- | --: | --: | --: | --: | --: |');
  const byBytes = [...rows].sort(([, a], [, b]) => b.bytes - a.bytes);
  for (const [title, { files, odd, bytes, ms }] of byBytes) {
    const mb = bytes / 1e6;
    console.log(
      `| ${title} | ${files} | ${mb.toFixed(2)} | ${((mb * 1000) / ms).toFixed(2)} | ${(ms / files).toFixed(1)} | ${odd} |`,
    );
  }
  const all = [...rows.values()].reduce((sum, { files }) => sum + files, 0);
  console.log(`\n${all} files, ${failed.length} failed`);
  console.log(`left out on purpose: ${JSON.stringify(leftOut)}`);
  for (const line of failed) console.log(`  ${line}`);
  trim();
  console.log('longest:');
  for (const { ms, sizeBytes, path } of slowest)
    console.log(`  ${ms.toFixed(0)} ms, ${(sizeBytes / 1000).toFixed(0)} kB: ${path}`);
}
