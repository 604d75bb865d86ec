// `node bench/checkout.mjs FILES`: branches that differ in every file, switched by git under a served
// project, with the real watcher. Prints how long git takes, when the first answer comes and how old
// it is, when the first comes that has everything, and how long the event loop was kept meanwhile.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { callTool, loadConfig, processWriter, TOOLS, Workspace } from '../dist/index.js';
import { generateProject } from './generate.mjs';

const fileCount = Number(process.argv[2] ?? '10000');
/** The last file of the project by path and by number: what it declares is asked for. */
const LAST = `src/area${Math.floor((fileCount - 1) / 40)}/service${fileCount - 1}.ts`;

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-checkout-'));
const root = join(scratch, 'project');
generateProject(root, fileCount);

const git = (...args) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=bench', '-c', 'user.email=bench', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
git('init', '-q', '-b', 'main');
git('add', '.');
git('commit', '-q', '-m', 'one');
git('checkout', '-q', '-b', 'other');
for (const path of git('ls-files', 'src').split('\n').filter(Boolean)) {
  const file = join(root, path);
  // Every class has another member, so that no file and no resolved edge of it stays.
  const text = readFileSync(file, 'utf8').replaceAll(/describe(\d+)/g, 'explain$1');
  writeFileSync(file, text);
}
git('commit', '-q', '-a', '-m', 'two');
git('checkout', '-q', 'main');

const { projects } = await loadConfig({ cwd: root, homeDir: scratch });
const workspace = await Workspace.open(
  { projects },
  {
    writer: processWriter(),
    threadsMax: availableParallelism(),
    // As the MCP server does.
    answerWaitMs: 1000,
    watch: { recursive: process.platform !== 'linux' },
  },
);
let notices = [];
const context = {
  workspace,
  refresh: true,
  channel: 'both',
  signal: undefined,
  onProgress: undefined,
  notice: (line) => notices.push(line),
};
const outline = TOOLS.find((tool) => tool.name === 'code_get_file_symbols');
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(2);

async function has(name) {
  notices = [];
  const { structured } = await callTool(context, outline, { path: LAST, max_tokens: 4000 });
  return structured.symbols.some((symbol) => symbol.name.startsWith(name));
}

async function storm(branch, name) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const used = process.cpuUsage();
  delays.enable();
  const began = performance.now();
  await new Promise((resolve, reject) => {
    execFile('git', ['-C', root, 'checkout', '-q', branch], (error) =>
      error ? reject(error) : resolve(),
    );
  });
  const switched = performance.now();
  let isFresh = await has(name);
  const first = seconds(switched);
  const said = notices.join('; ');
  const latencies = [];
  while (!isFresh) {
    const asked = performance.now();
    isFresh = await has(name);
    latencies.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const fresh = seconds(switched);
  // What follows an answer, such as saving, counts for the stall and the processor.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  delays.disable();
  const { user, system } = process.cpuUsage(used);
  const ms = (nanoseconds) => (nanoseconds / 1e6).toFixed(0);
  console.log(
    `${branch}: git ${((switched - began) / 1000).toFixed(2)} s; first answer after ${first} s${said === '' ? '' : ` ("${said}")`}; fresh answer after ${fresh} s (${latencies.length} older ones, the slowest after ${Math.max(0, ...latencies).toFixed(0)} ms); ${((user + system) / 1e6).toFixed(1)} s of CPU; stalls p50 ${ms(delays.percentile(50))}, p99 ${ms(delays.percentile(99))}, longest ${ms(delays.max)} ms; resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
}

try {
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
  const began = performance.now();
  if (!(await has('describe'))) throw new Error('not indexed');
  const { files, freshness } = workspace.project().status();
  console.log(`indexed ${files} files in ${seconds(began)} s; ${freshness.mode}`);
  await storm('other', 'explain');
  await storm('main', 'describe');
  await storm('other', 'explain');
  console.log(`now ${workspace.project().status().freshness.mode}`);
} finally {
  await workspace.close();
  rmSync(scratch, { recursive: true, force: true });
}
