// Measures the tests to run of `changes` on tests that fail: those which notice that a commit's code is missing.
//   node bench/failing-tests.mjs REPOSITORY COMMITS   REPOSITORY is a checkout of a Python project with pytest
// The repository is cloned; the packages that its tests need must be installed. For each commit that changed
// code and tests, the changed tests are run with and without the changes of code. Those that fail without
// them only are wanted. The commit is then replayed without its tests, and `changes` is asked about that.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, findTool, loadConfig, processWriter, Workspace } from '../dist/index.js';

const [repository, countText = '10'] = process.argv.slice(2);
/** Older commits seldom run with today's packages. */
const HISTORY_MAX = 700;
/** Commits with more files are bulk edits. */
const FILES_MAX = 50;
const TEST = /(?:^|\/)tests?\/|(?:^|\/)test_|_test\./;
const TEST_NAME = /(?:^|\/)test_[^/]*\.py$|_test\.py$/;

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-failing-'));
const root = join(scratch, 'clone');
const git = (...args) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=bench', '-c', 'user.email=bench', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const isTest = ([status, path]) => status === 'M' && TEST_NAME.test(path);
const isCode = ([, path]) => path.endsWith('.py') && !TEST.test(path);
const isNoTest = ([, path]) => !TEST.test(path);

/** Commits that changed code and tests, spread evenly over the recent history, newest first. */
function chosenCommits(count) {
  const options = ['--no-merges', '--name-status', '--no-renames', '--format=%x01%H'];
  const all = git('log', ...options, '-n', `${HISTORY_MAX}`)
    .split('\u0001')
    .slice(1, -1)
    .map((record) => {
      const [hash, ...lines] = record.split('\n').filter(Boolean);
      return { hash, files: lines.map((line) => line.split('\t')) };
    })
    .filter(({ files }) => files.length <= FILES_MAX && files.some(isCode) && files.some(isTest));
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, place) => place % step === 0).slice(0, count);
}

/** Runs tests. Returns the ids of those that fail, by file. */
function failuresOf(paths) {
  const package_ = existsSync(join(root, 'src')) ? join(root, 'src') : root;
  const options = ['-q', '-p', 'no:cacheprovider', '-rfE', '--tb=no', '-W', 'ignore'];
  const { stdout } = spawnSync('python3', ['-m', 'pytest', ...options, ...paths], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, PYTHONPATH: `${package_}:${root}`, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const failures = new Map(paths.map((path) => [path, new Set()]));
  for (const [, path, id = ''] of stdout.matchAll(/^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?/gm))
    failures.get(path)?.add(id);
  return failures;
}

/** Takes the state of files that are no tests from a commit. */
function takeCode(files, commit, goneStatus) {
  for (const [status, path] of files.filter(isNoTest)) {
    if (status === goneStatus) git('rm', '--quiet', '--force', path);
    else git('checkout', commit, '--', path);
  }
}

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, root]);
  const { projects } = await loadConfig({ cwd: root, homeDir: join(scratch, 'home') });
  const project = { ...projects[0], name: 'clone', root, storeDir: join(scratch, 'store') };
  const options = { writer: processWriter(), threadsMax: 1 };
  const workspace = await Workspace.open({ projects: [project] }, options);
  const context = { workspace, refresh: true, channel: 'data', notice: () => undefined };
  let [wanted, named] = [0, 0];
  for (const { hash, files } of chosenCommits(Number(countText))) {
    const tests = files.filter(isTest).map(([, path]) => path);
    git('checkout', '--quiet', '--force', hash);
    const before = failuresOf(tests);
    takeCode(files, `${hash}~1`, 'A');
    const after = failuresOf(tests);
    const isNew = (path) => [...after.get(path)].some((id) => !before.get(path).has(id));
    const failing = tests.filter(isNew);
    git('checkout', '--quiet', '--force', `${hash}~1`);
    takeCode(files, hash, 'D');
    git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', 'code alone');
    const range = `${hash}~1..${git('rev-parse', 'HEAD')}`;
    const input = { range, max_tokens: 40_000 };
    const { structured } = await callTool(context, findTool('changes'), input);
    const listed = new Set(structured.tests.items.map(({ path }) => path));
    const missed = failing.filter((path) => !listed.has(path));
    wanted += failing.length;
    named += failing.length - missed.length;
    if (missed.length > 0) console.log(`  ${hash.slice(0, 10)} missed ${missed.join(' ')}`);
  }
  console.log(`${named} of ${wanted} failing tests named`);
  await workspace.close();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
