// `node --expose-gc bench/long-run.mjs DIR [EDITS]`: a served project over many hours, as fast as it
// goes: edits, new files, removals, moves and questions, with the real watcher on a copy of DIR.
// Prints memory, open files and the event loop's stalls as it goes; all of them should stay flat.
// First the stalls while DIR is indexed from nothing.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, withStalls } from './served.mjs';

const [source, editsText = '2000'] = process.argv.slice(2);
const edits = Number(editsText);
const REPORTS = 10;

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-long-run-'));
const root = join(scratch, 'project');
cpSync(source, root, {
  recursive: true,
  filter: (path) => !/[\\/](node_modules|\.git)$/.test(path),
});

let late = 0;
let missed = 0;

const megabytes = (bytes) => (bytes / 1e6).toFixed(0);
const openFiles = () => readdirSync('/proc/self/fd').length;

function memory() {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return `heap ${megabytes(heapUsed)} MB, external ${megabytes(external)} MB, resident ${megabytes(rss)} MB`;
}

// A question waits for the end of a run, so that its answer has what was written.
const { workspace, ask } = await serve(root, scratch);

/** One round of what an agent and its editor do; the symbol that was written is asked for. */
async function round(number) {
  const folder = join(root, 'long-run', String(number % 7));
  const file = join(folder, `f${number % 50}.ts`);
  const name = `written${number}`;
  mkdirSync(folder, { recursive: true });
  if (number % 3 === 0) {
    writeFileSync(`${file}.tmp`, `export function ${name}() {}\n`);
    renameSync(`${file}.tmp`, file);
  } else writeFileSync(file, `export function ${name}() { return ${number}; }\n`);
  if (number % 11 === 0)
    rmSync(join(root, 'long-run', String((number + 3) % 7)), { recursive: true, force: true });
  if (number % 13 === 0) renameSync(folder, `${folder}-moved${number % 2}`);
  const { structured, notices } = await ask('code_search', { query: name, max_results: 3 });
  const isFound = structured.results.some((hit) => hit.symbol.endsWith(`::${name}`));
  // It says itself that it is older than what is known to have changed.
  if (notices.some((line) => line.includes('being indexed'))) late++;
  else if (!isFound) missed++;
  if (number % 13 === 0) rmSync(`${folder}-moved${number % 2}`, { recursive: true, force: true });
}

try {
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
  const indexing = await withStalls(() => ask('code_search', { query: 'connection' }));
  const { files, freshness } = workspace.project().status();
  console.log(`indexed ${files} files: ${indexing}; ${memory()}, ${openFiles()} open files`);
  for (let report = 0; report < REPORTS; report++) {
    const startedMs = performance.now();
    const share = Math.ceil(edits / REPORTS);
    const stalls = await withStalls(async () => {
      for (let edit = 0; edit < share; edit++) await round(report * share + edit);
    });
    const perEdit = (performance.now() - startedMs) / share;
    console.log(
      `${(report + 1) * share} edits, generation ${workspace.project().snapshot().generation}: ${memory()}, ${openFiles()} open files, ${perEdit.toFixed(0)} ms an edit and its answer, ${stalls}; answers late ${late}, wrong ${missed}`,
    );
  }
  console.log(`${freshness.mode}; now ${workspace.project().status().freshness.mode}`);
} finally {
  await workspace.close();
  rmSync(scratch, { recursive: true, force: true });
}
