// `node bench/kill.mjs [RUNS]`: kills an indexing process with SIGKILL at random moments, over and over,
// in one store. After each kill the next process must find a whole index and bring it up to date
// without being told to rebuild. Prints what it saw; exits with 1 at the first failure.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, Project, processWriter } from '../dist/index.js';
import { generateProject } from './generate.mjs';

const FILES = 300;
const RUNS = Number(process.argv[2] ?? 200);
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-kill-'));
const root = join(scratch, 'project');
const env = { ...process.env, HOME: scratch };

/** Runs `graph-memory index`, killed after `ms`; resolves to whether it came to its end before. */
function indexFor(ms) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, 'index'], { cwd: root, env, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** A pseudo-random number in [0, 1) from a counter: the same moments in every run of this script. */
function fraction(count) {
  const mixed = Math.imul(count ^ (count >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
}

async function check(run) {
  const { projects } = await loadConfig({ cwd: root, homeDir: scratch });
  const notices = [];
  const project = new Project(projects[0], { writer: processWriter() });
  await project.load((line) => notices.push(line));
  if (notices.length > 0) throw new Error(`run ${run}: ${notices.join('; ')}`);
  await project.index({});
  const name = `probe${run}`;
  if (project.snapshot().graph.byName(name).length !== 1) throw new Error(`run ${run}: no ${name}`);
}

try {
  generateProject(root, FILES);
  const start = performance.now();
  await indexFor(600_000);
  const wholeMs = performance.now() - start;
  let killed = 0;
  for (let run = 1; run <= RUNS; run++) {
    const path = join(root, 'src', `probe${run % 7}.ts`);
    writeFileSync(path, `export function probe${run}() {}\n`);
    if (!(await indexFor(fraction(run) * wholeMs))) killed++;
    await check(run);
  }
  console.log(`${RUNS} runs, ${killed} killed at random moments: every index was whole`);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
