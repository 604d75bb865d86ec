// `node bench/worktrees.mjs [ROUNDS] [SEED]`: two working trees of one repository, whose stores share
// files. In each round one or both are edited and indexed, at once or in turn, and half of the processes
// are killed. Now and then a tree gets another configuration, or loses its store and takes over that of
// the other again. After each round both must be loaded whole and equal fresh indexes, and a store that
// no process wrote to must be as it was. Prints what it saw; exits with 1 at the first failure.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, Project, processWriter } from '../dist/index.js';
import { contentOf } from './content.mjs';
import { generateProject } from './generate.mjs';
import { randomOf } from './random.mjs';

const FILES = 60;
const ROUNDS = Number(process.argv[2] ?? 40);
const below = randomOf(Number(process.argv[3] ?? 1));
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** A process is killed at most so long after its start, in ms. */
const KILL_MS_MAX = 2500;

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-worktrees-'));
const env = { ...process.env, HOME: scratch };
const trees = ['first', 'second'].map((name) => join(scratch, name));
const counts = { killed: 0, ended: 0, adopted: 0, configured: 0, atOnce: 0, notices: 0 };

function git(cwd, ...args) {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
}

async function configOf(root) {
  return (await loadConfig({ cwd: root, homeDir: scratch })).projects[0];
}

function sumOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

/** Runs `graph-memory index`, and kills it in half of all runs. */
async function run(root) {
  const child = spawn(process.execPath, [MAIN, 'index'], { cwd: root, env, stdio: 'ignore' });
  const killer = below(2) === 0 ? setTimeout(() => child.kill('SIGKILL'), below(KILL_MS_MAX)) : 0;
  const signal = await new Promise((resolve) => child.on('exit', (_, how) => resolve(how)));
  clearTimeout(killer);
  counts[signal === null ? 'ended' : 'killed']++;
}

function edit(root, round) {
  for (let count = 1 + below(4); count > 0; count--) {
    const file = below(FILES);
    const path = join(root, 'src', `area${Math.floor(file / 40)}`, `service${file}.ts`);
    const text = readFileSync(path, 'utf8');
    const added = `export function added${round}x${file}() { return compute${file}(1); }\n`;
    writeFileSync(path, below(2) === 0 ? text + added : added + text);
  }
}

/** The index of a tree as the next process finds it, brought up to date; against a fresh one. */
async function check(root, round) {
  const config = await configOf(root);
  const project = new Project(config, { writer: processWriter() });
  await project.load(() => counts.notices++);
  await project.index({});
  await project.close();
  const fresh = new Project(
    { ...config, storeDir: join(scratch, 'fresh', `${round}`) },
    { writer: processWriter() },
  );
  await fresh.index({});
  await fresh.close();
  rmSync(join(scratch, 'fresh'), { recursive: true, force: true });
  if (contentOf(project.snapshot()) !== contentOf(fresh.snapshot()))
    throw new Error(`round ${round}: ${root} differs from a fresh index`);
}

try {
  generateProject(trees[0], FILES);
  git(trees[0], 'init', '-q');
  git(trees[0], 'add', '-A');
  git(trees[0], 'commit', '-q', '-m', 'all');
  git(trees[0], 'worktree', 'add', '-q', trees[1], '-b', 'second');
  for (const root of trees) await check(root, 0);
  for (let round = 1; round <= ROUNDS; round++) {
    const chosen = below(2);
    const [root, other] = [trees[chosen], trees[1 - chosen]];
    const otherStore = (await configOf(other)).storeDir;
    if (below(4) === 0) {
      const code = { exclude: `src/area${below(2)}/*${below(10)}.ts` };
      const project = { projectDir: '.', graphs: { code } };
      writeFileSync(
        join(root, 'graph-memory.yaml'),
        JSON.stringify({ projects: { one: project } }),
      );
      counts.configured++;
    }
    const { storeDir } = await configOf(root);
    if (below(3) === 0) {
      rmSync(storeDir, { recursive: true, force: true });
      counts.adopted++;
    }
    edit(root, round);
    if (below(3) === 0) {
      edit(other, round);
      counts.atOnce++;
      await Promise.all([run(root), run(other)]);
    } else {
      const before = sumOf(otherStore);
      await run(root);
      if (sumOf(otherStore) !== before) throw new Error(`round ${round}: the other store changed`);
    }
    for (const tree of [root, other]) await check(tree, round);
  }
  console.log(`${ROUNDS} rounds: ${JSON.stringify(counts)}; both trees equal fresh indexes`);
  // A tree and its store that are gone leave the other one whole.
  const gone = (await configOf(trees[0])).storeDir;
  cpSync(trees[0], join(scratch, 'copy'), { recursive: true });
  for (const path of [gone, trees[0]]) rmSync(path, { recursive: true });
  cpSync(join(scratch, 'copy', '.git'), join(trees[0], '.git'), { recursive: true });
  edit(trees[1], ROUNDS + 1);
  await check(trees[1], ROUNDS + 1);
  console.log('one tree removed: the other equals a fresh index');
} catch (error) {
  console.error(error.stack);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
