// `node bench/checkout.mjs FILES`: branches that differ in every file, switched by git under a served
// project, with the real watcher. Prints how long git takes, when the first answer comes and how old
// it is, when the first comes that has everything, and how long the event loop was kept meanwhile.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateProject } from './generate.mjs';
import { serve, withStalls } from './served.mjs';

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

// A second, as the MCP server waits.
const { workspace, ask } = await serve(root, scratch, 1000);
let notices = [];
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(2);

async function has(name) {
  const answer = await ask('code_get_file_symbols', { path: LAST, max_tokens: 4000 });
  notices = answer.notices;
  return answer.structured.symbols.some((symbol) => symbol.name.startsWith(name));
}

async function storm(branch, name) {
  const used = process.cpuUsage();
  let told = '';
  const stalls = await withStalls(async () => {
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
    const slowest = Math.max(0, ...latencies).toFixed(0);
    told = `git ${((switched - began) / 1000).toFixed(2)} s; first answer after ${first} s${said === '' ? '' : ` ("${said}")`}; fresh answer after ${fresh} s (${latencies.length} older ones, the slowest after ${slowest} ms)`;
    // What follows an answer, such as saving, counts for the stall and the processor.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  });
  const { user, system } = process.cpuUsage(used);
  console.log(
    `${branch}: ${told}; ${((user + system) / 1e6).toFixed(1)} s of CPU; ${stalls}; resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
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
