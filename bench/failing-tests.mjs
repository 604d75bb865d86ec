// Measures the tests to run of `changes` on tests that fail: those which notice that a commit's code is missing.
//   node bench/failing-tests.mjs REPOSITORY COMMITS   REPOSITORY is a checkout of a Python project with pytest
// The repository is cloned; the packages that its tests need must be installed. For each commit that changed
// code and tests, the changed tests are run with and without the changes of code. Those that fail without
// them only are wanted. The commit is then replayed without its tests, and `changes` is asked about that.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, findTool, loadConfig, processWriter, Workspace } from '../dist/index.js';
import { chosenCommits, temporaryClone } from './commits.mjs';

const [repository, countText = '10'] = process.argv.slice(2);
/** Older commits seldom run with today's packages. */
const HISTORY_MAX = 700;
const TEST = /(?:^|\/)tests?\/|(?:^|\/)test_|_test\./;
const TEST_NAME = /(?:^|\/)test_[^/]*\.py$|_test\.py$/;

const { scratch, root, git } = temporaryClone(repository);

const isTest = ([status, path]) => status === 'M' && TEST_NAME.test(path);
const isCode = ([, path]) => path.endsWith('.py') && !TEST.test(path);
const isNoTest = ([, path]) => !TEST.test(path);

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
  const { projects } = await loadConfig({ cwd: root, homeDir: join(scratch, 'home') });
  const project = { ...projects[0], name: 'clone', root, storeDir: join(scratch, 'store') };
  const options = { writer: processWriter(), threadsMax: 1 };
  const workspace = await Workspace.open({ projects: [project] }, options);
  const context = { workspace, refresh: true, channel: 'data', notice: () => undefined };
  let [wanted, named] = [0, 0];
  const commits = chosenCommits(git, {
    history: HISTORY_MAX,
    count: Number(countText),
    isWanted: (files) => files.some(isCode) && files.some(isTest),
  });
  for (const { hash, files } of commits) {
    const tests = files.filter(isTest).map(([, path]) => path);
    git('checkout', '--quiet', '--force', hash);
    const before = failuresOf(tests);
    takeCode(files, `${hash}~1`, 'A');
    const after = failuresOf(tests);
    const isNew = (path) => [...after.get(path)].some((id) => !before.get(path).has(id));
    const failing = tests.filter(isNew);
    git('checkout', '--quiet', '--force', `${hash}~1`);
    takeCode(files, hash, 'D');
    git('commit', '--quiet', '--allow-empty', '--no-verify', '--reuse-message', hash);
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
