// `npm run bench [-- DIR ...]`: time, memory and store size on this repository, on the folders named,
// and on generated projects of 1k, 2k, 4k and 8k files, whose cost per file must not grow.
// `npm run bench -- scale [SIZES]`: see scale.mjs.
// Each figure is the median of RUNS fresh processes. Timings are for comparing on one machine in one
// run; nothing here passes or fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProject } from './generate.mjs';
import { measure } from './measured.mjs';
import { benchScale } from './scale.mjs';

const RUNS = 3;
const SIZES = [1000, 2000, 4000, 8000];

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-bench-'));

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function medianRun(run) {
  const results = Array.from({ length: RUNS }, run);
  const wall = median(results.map((result) => result.wallSeconds));
  return results.find((result) => result.wallSeconds === wall);
}

function bench(title, root) {
  let count = 0;
  let home;
  const cold = medianRun(() => {
    home = join(scratch, `${title.replaceAll('/', '_')}-${count++}`);
    return measure('index', root, home);
  });
  const warm = medianRun(() => measure('index', root, home));
  const edit = medianRun(() => measure('edit', root, home));
  const query = medianRun(() => measure('query', root, home));
  report(title, { cold, warm, edit, query });
  const { wallMs, wallP95Ms, cpuMs, answerMs, answerP95Ms } = measure('serve', root, home);
  console.log(
    `  an edit in a served project, ms: ${fixed(wallMs, 0)} (p95 ${fixed(wallP95Ms, 0)}), of CPU ${fixed(cpuMs, 0)}; a search has found it after ${fixed(answerMs, 0)} (p95 ${fixed(answerP95Ms, 0)})`,
  );
  const { p50Ms, p99Ms, maxMs } = measure('stall', root, home);
  console.log(
    `  event loop stalls of a cold index, ms: p50 ${fixed(p50Ms, 0)}, p99 ${fixed(p99Ms, 0)}, at most ${fixed(maxMs, 0)}`,
  );
}

const fixed = (value, digits = 2) => value.toFixed(digits);

function benchProjects() {
  console.log(
    'project | files | symbols | cold s | cold CPU s | CPU ms/file | files/s | peak MB | store MB | warm s | one-file edit s | query p50 ms | p95 ms',
  );
  bench('this repository', dirname(here));
  for (const folder of process.argv.slice(2)) bench(folder.split('/').at(-1), folder);
  for (const size of SIZES) {
    const root = join(scratch, `generated-${size}`);
    generateProject(root, size);
    bench(`generated ${size}`, root);
  }
}

function report(title, { cold, warm, edit, query }) {
  const perFile = (cold.cpuSeconds * 1000) / Math.max(1, cold.files);
  console.log(
    [
      title,
      cold.files,
      cold.symbols,
      fixed(cold.wallSeconds),
      fixed(cold.cpuSeconds),
      fixed(perFile),
      fixed(cold.files / cold.wallSeconds, 0),
      fixed(cold.peakMb, 0),
      fixed(cold.storeBytes / 1e6, 1),
      fixed(warm.wallSeconds),
      fixed(edit.run),
      fixed(query.p50Ms),
      fixed(query.p95Ms),
    ].join(' | '),
  );
  const phases = Object.entries(cold.phases).map(([name, seconds]) => `${name} ${fixed(seconds)}`);
  console.log(`  phases of the cold index, s: ${phases.join(', ')}`);
}

const [what, sizes] = process.argv.slice(2);
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${fixed(loadavg()[0] ?? 0)}${what === 'scale' ? '' : `; median of ${RUNS}`}`,
);
try {
  if (what === 'scale') benchScale(scratch, sizes?.split(',').map(Number));
  else benchProjects();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
