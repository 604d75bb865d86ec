// `node bench/kill.mjs [RUNS] [SEED]`: kills indexing processes with SIGKILL, over and over, in one
// store: at random moments, and shortly after they took the lock or began to write a file; in two runs
// of three a second process writes beside the one that is killed. After each kill the next process must
// find a whole index and bring it up to date without being told to rebuild, and in the end the store
// must say what a fresh one says. Prints what it saw; exits with 1 at the first failure.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, Project, processWriter } from '../dist/index.js';
import { contentOf } from './content.mjs';
import { generateProject } from './generate.mjs';

const FILES = 40;
const PROBES = 7;
/** A process is killed at most so long after the file that it is waited for, in ms. */
const AFTER_MS_MAX = 40;
const MOMENTS = [
  { name: 'at any time', file: undefined },
  { name: 'with the lock', file: /^writer\.lock$/ },
  { name: 'while writing', file: /\.tmp$/ },
];
const RUNS = Number(process.argv[2] ?? 200);
const SEED = Number(process.argv[3] ?? 1);
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-kill-'));
const root = join(scratch, 'project');
const env = { ...process.env, HOME: scratch };

/** A pseudo-random number in [0, 1) from a counter: the same in every run of this script. */
function fraction(count) {
  const mixed = Math.imul(count ^ (count >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
}

/** Starts `graph-memory index`; resolves to whether it came to its end. */
function start() {
  const child = spawn(process.execPath, [MAIN, 'index'], { cwd: root, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal === null)));
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** How long an undisturbed process takes, in ms; follows the machine's load. */
let usualMs = 0;

/** Runs one process until it is killed; resolves to whether it ended before. */
async function killed(run, storeDir) {
  const { file } = MOMENTS[run % MOMENTS.length];
  const share = fraction(run * 2 + SEED);
  const begun = performance.now();
  const process = start();
  let timer;
  if (file === undefined) timer = setTimeout(process.kill, share * usualMs);
  const watcher = watch(storeDir, (_, name) => {
    if (file?.test(name)) timer ??= setTimeout(process.kill, share * AFTER_MS_MAX);
  });
  const isWhole = await process.ended;
  clearTimeout(timer);
  watcher.close();
  // Two thirds of the last ones and one of this: a process that was alone, and ended.
  if (isWhole && run % 3 === 0) usualMs = (usualMs * 2 + performance.now() - begun) / 3;
  return !isWhole;
}

const probe = (run) => `probe${run}`;

/** The index as the next process finds it: whole, and with all that was written last. */
async function check(run, config) {
  const notices = [];
  const project = new Project(config, { writer: processWriter() });
  await project.load((line) => notices.push(line));
  if (notices.length > 0) throw new Error(`run ${run}: ${notices.join('; ')}`);
  await project.index({});
  const { graph } = project.snapshot();
  for (let last = Math.max(1, run - PROBES + 1); last <= run; last++) {
    if (graph.byName(probe(last)).length !== 1) throw new Error(`run ${run}: no ${probe(last)}`);
  }
  return project;
}

try {
  generateProject(root, FILES);
  const begun = performance.now();
  await start().ended;
  usualMs = performance.now() - begun;
  const { projects } = await loadConfig({ cwd: root, homeDir: scratch });
  const [config] = projects;
  const counts = MOMENTS.map(() => 0);
  let besides = 0;
  let project;
  for (let run = 1; run <= RUNS; run++) {
    const path = join(root, 'src', `probe${run % PROBES}.ts`);
    writeFileSync(path, `export function ${probe(run)}() {}\n`);
    const other = Math.floor(run / MOMENTS.length) % 3 === 0 ? undefined : start();
    if (other !== undefined) besides++;
    if (await killed(run, config.storeDir)) counts[run % MOMENTS.length]++;
    await other?.ended;
    project = await check(run, config);
  }
  const freshStore = join(scratch, 'fresh');
  mkdirSync(freshStore);
  const fresh = new Project({ ...config, storeDir: freshStore }, { writer: processWriter() });
  await fresh.index({});
  if (contentOf(project.snapshot()) !== contentOf(fresh.snapshot())) {
    throw new Error('the store does not say what a fresh one says');
  }
  const all = counts.reduce((sum, count) => sum + count, 0);
  const each = MOMENTS.map(({ name }, index) => `${counts[index]} ${name}`).join(', ');
  console.log(
    `${RUNS} runs, ${besides} with a second writer; ${all} killed before the end (${each}): every index was whole, and the last one equals a fresh one`,
  );
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
