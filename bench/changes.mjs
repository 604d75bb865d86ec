// Measures graph_diff and changes on the history of a repository.
//   node bench/changes.mjs exact REPOSITORY COMMITS   compares with full indexes of both revisions
//   node bench/changes.mjs tests REPOSITORY COMMITS   recall of the tests to run
//   node bench/changes.mjs breaks REPOSITORY COMMITS KEY  broken uses against the TypeScript compiler, whose
//     errors are kept in the file KEY
//   node bench/changes.mjs time REPOSITORY COMMITS    time of changes, served and in a fresh process
// REPOSITORY is a checkout; it is cloned first, and nothing in it is changed. For `tests`, each commit is
// replayed without its changes of tests, so that these say nothing about the tests to run.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callTool, findTool, loadConfig, processWriter, Workspace } from '../dist/index.js';
import { measureBreaks } from './breaks.mjs';
import { chosenCommits, temporaryClone } from './commits.mjs';

const [mode, repository, countText = '20', keyFile] = process.argv.slice(2);
const commitCount = Number(countText);
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|testdata)\/|[._-](?:test|spec)s?\.|(?:^|\/)test_|_test\./i;
/** Names of tests themselves, not of their helpers and data. */
const TEST_NAME =
  /[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)[^/]*_test\.\w+$|Test\.\w+$/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|c|cc|cpp|h|hpp|scala|swift)$/;

const { scratch, root, git } = temporaryClone(repository);
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Number of commits that are looked at. */
const HISTORY_MAX = 1500;
const chosen = (isWanted) =>
  chosenCommits(git, { history: HISTORY_MAX, count: commitCount, isWanted });

const isCode = ([, path]) => CODE.test(path) && !TEST.test(path);
const isOldTest = ([status, path]) => status === 'M' && CODE.test(path) && TEST_NAME.test(path);

async function openAt(folder, name) {
  const { projects } = await loadConfig({ cwd: folder, homeDir: join(scratch, 'home') });
  const workspace = await Workspace.open(
    {
      projects: [{ ...projects[0], name, root: folder, storeDir: join(scratch, `store-${name}`) }],
    },
    { writer: processWriter(), threadsMax: 1 },
  );
  const context = {
    workspace,
    refresh: true,
    channel: 'data',
    signal: undefined,
    onProgress: undefined,
    notice: () => undefined,
  };
  const ask = async (tool, input) => (await callTool(context, findTool(tool), input)).structured;
  return { workspace, ask, project: workspace.projects[0] };
}

/** Everything that a graph says without positions: a text per node and per edge. */
function contentOf(graph) {
  const nodes = new Map();
  const edges = new Map();
  for (let index = 0; index < graph.nodeCount; index++) {
    const { id, kind, name, language, signature, doc, exported, visibility, modifiers } =
      graph.node(index);
    const attributes = { kind, name, language, signature, doc, exported, visibility, modifiers };
    nodes.set(id, attributes);
    for (const { kind: edge, target, evidence, form, names } of graph.outgoing(index)) {
      edges.set(`${id} ${edge} ${graph.node(target).id}`, JSON.stringify([evidence, form, names]));
    }
  }
  return { nodes, edges };
}

function difference(old, now, isSame) {
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !now.has(key)),
    changed: [...now.keys()].filter((key) => old.has(key) && !isSame(old.get(key), now.get(key))),
  };
}

async function fullContent(commit, name) {
  const folder = join(scratch, name);
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
  const { project, workspace } = await openAt(folder, name);
  await project.index({ full: true });
  const content = contentOf(project.snapshot().graph);
  await workspace.close();
  git('worktree', 'remove', '--force', folder);
  rmSync(join(scratch, `store-${name}`), { recursive: true, force: true });
  return content;
}

const same = (a, b) =>
  a.length === b.length && a.toSorted().every((key, i) => key === b.toSorted()[i]);

/** Compares the answers about one commit with the difference of two full indexes. */
async function checkCommit(ask, hash, number) {
  const old = await fullContent(`${hash}~1`, `old-${number}`);
  const now = await fullContent(hash, `new-${number}`);
  const nodes = difference(old.nodes, now.nodes, (a, b) => JSON.stringify(a) === JSON.stringify(b));
  const edges = difference(old.edges, now.edges, (a, b) => a === b);
  const all = { max_results: 2000, max_tokens: 40_000 };
  const diff = await ask('graph_diff', { from: `${hash}~1`, to: hash, ...all });
  const problems = [];
  for (const change of ['added', 'removed', 'changed']) {
    if (diff.nodes[change] !== nodes[change].length) problems.push(`${change} nodes`);
    if (diff.edges[change] !== edges[change].length) problems.push(`${change} edges`);
    if (diff.truncated) continue;
    const listed = diff.results.filter((row) => (row.node ?? row.edge).change === change);
    const ids = listed.flatMap(({ node }) => (node ? [node.id] : []));
    const keys = listed.flatMap(({ edge }) =>
      edge ? [`${edge.source} ${edge.kind} ${edge.target}`] : [],
    );
    if (!same(ids, nodes[change])) problems.push(`listed ${change} nodes`);
    if (!same(keys, edges[change])) problems.push(`listed ${change} edges`);
  }
  const answer = await ask('changes', { range: hash, max_tokens: 40_000 });
  const isWhole = !answer.symbols.truncated;
  if (isWhole) problems.push(...symbolProblems(answer.symbols.items, { old, now, nodes }));
  return { problems, isListed: !diff.truncated, isWhole };
}

/** Symbols of `changes` against the added, removed and changed nodes of code. */
function symbolProblems(items, { old, now, nodes }) {
  const isCode = (content, id) =>
    content.nodes.get(id).kind !== 'section' && !/\.(?:md|mdx|rst|txt)(?:::|$)/.test(id);
  const kept = items.filter(
    ({ change }) => change === 'renamed' || change === 'moved' || change === 'changed',
  );
  const newIds = new Set(kept.map(({ id }) => id));
  const oldIds = new Set(kept.flatMap(({ old_id: id }) => id ?? []));
  const isInside = (id, ids) =>
    [...ids].some((outer) => id === outer || id.startsWith(`${outer}::`));
  const ids = (change) =>
    new Set(items.filter((item) => item.change === change).map(({ id }) => id));
  const problems = [];
  const added = ids('added');
  const removed = ids('removed');
  for (const id of nodes.added)
    if (isCode(now, id) && !added.has(id) && !isInside(id, newIds)) problems.push(`+${id} missing`);
  for (const id of nodes.removed)
    if (isCode(old, id) && !removed.has(id) && !isInside(id, oldIds))
      problems.push(`-${id} missing`);
  for (const id of added) if (!nodes.added.includes(id)) problems.push(`+${id} wrong`);
  for (const id of removed) if (!nodes.removed.includes(id)) problems.push(`-${id} wrong`);
  const aspectsOf = (id) => kept.find((item) => item.id === id)?.aspects ?? [];
  for (const id of nodes.changed) {
    if (!isCode(now, id)) continue;
    const [a, b] = [old.nodes.get(id), now.nodes.get(id)];
    const expected = {
      signature: a.signature !== b.signature || a.modifiers !== b.modifiers,
      doc: a.doc !== b.doc,
      visibility: a.visibility !== b.visibility || a.exported !== b.exported,
      kind: a.kind !== b.kind,
    };
    for (const [aspect, isExpected] of Object.entries(expected)) {
      if (aspectsOf(id).includes(aspect) !== isExpected) problems.push(`~${id} ${aspect}`);
    }
  }
  return problems;
}

async function measureExact() {
  const { ask, workspace } = await openAt(root, 'clone');
  let right = 0;
  let listed = 0;
  const commits = chosen((files) => files.some(isCode));
  for (const [number, { hash }] of commits.entries()) {
    const { problems, isListed, isWhole } = await checkCommit(ask, hash, number);
    if (problems.length === 0) right++;
    if (isListed && isWhole) listed++;
    if (problems.length > 0)
      console.log(`  ${hash.slice(0, 10)}: ${problems.slice(0, 5).join('; ')}`);
  }
  console.log(
    `exact in ${right} of ${commits.length} commits (${listed} listed in full, others by counts)`,
  );
  await workspace.close();
}

async function measureTests() {
  const { ask, workspace } = await openAt(root, 'clone');
  const commits = chosen((files) => files.some(isCode) && files.some(isOldTest));
  let named = 0;
  let wanted = 0;
  let whole = 0;
  const shares = [];
  for (const { hash, files } of commits) {
    git('checkout', '--quiet', '--force', `${hash}~1`);
    const paths = files.filter((file) => !TEST.test(file[1]));
    for (const [status, path] of paths) {
      if (status === 'D') git('rm', '--quiet', '--force', path);
      else git('checkout', hash, '--', path);
    }
    git('commit', '--quiet', '--allow-empty', '--no-verify', '--reuse-message', hash);
    const answer = await ask('changes', {
      range: `${hash}~1..${git('rev-parse', 'HEAD')}`,
      max_tokens: 40_000,
    });
    const found = new Set(answer.tests.items.map(({ path }) => path));
    const own = files.filter(isOldTest).map(([, path]) => path);
    const hits = own.filter((path) => found.has(path)).length;
    named += hits;
    wanted += own.length;
    if (hits === own.length) whole++;
    shares.push(answer.tests.total_count / Math.max(1, answer.tests.all_count));
    if (hits < own.length && process.env.SHOW)
      console.log(
        `  ${hash.slice(0, 10)} missed ${own
          .filter((path) => !found.has(path))
          .slice(0, 3)
          .join(' ')} of ${answer.tests.total_count}/${answer.tests.reaching_count}`,
      );
  }
  const share = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
  const percent = (part, all) => `${((100 * part) / Math.max(1, all)).toFixed(0)} %`;
  console.log(
    `${commits.length} commits: ${named} of ${wanted} changed tests named (${percent(named, wanted)}), all of them in ${percent(whole, commits.length)} of commits; median share of all tests ${percent(share, 1)}`,
  );
  await workspace.close();
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measureTime() {
  const { ask, workspace } = await openAt(root, 'clone');
  await ask('index_status', {});
  await ask('changes', { range: 'HEAD' });
  const commits = chosen((files) => files.some(isCode));
  const timed = async (work) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const seen = [];
  const again = [];
  for (const { hash } of commits) {
    seen.push(await timed(() => ask('changes', { range: hash })));
    again.push(await timed(() => ask('changes', { range: hash })));
  }
  const edits = [];
  const paths = git('ls-files')
    .split('\n')
    .filter((path) => isCode(['M', path]))
    .slice(0, 400);
  for (let turn = 0; turn < 10; turn++) {
    const path = paths[(turn * 37) % paths.length];
    const file = join(root, path);
    const text = execFileSync('cat', [file], { encoding: 'utf8' });
    writeFileSync(file, `${text}\n// edited ${turn}\n`);
    await ask('index_status', {});
    edits.push(await timed(() => ask('changes', {})));
  }
  await workspace.close();
  const home = join(scratch, 'home');
  const fresh = [];
  const run = (...args) =>
    execFileSync(process.execPath, [cli, ...args, '-C', root], {
      env: { ...process.env, HOME: home },
      stdio: 'ignore',
    });
  git('checkout', '--quiet', '--force', 'HEAD');
  run('index');
  for (let turn = 0; turn < 5; turn++) fresh.push(await timed(() => run('changes', 'HEAD')));
  const ms = (numbers) => `${median(numbers).toFixed(0)} ms`;
  console.log(`cores ${cpus().length}, load ${loadavg()[0].toFixed(1)}`);
  console.log(
    `served, uncommitted changes: p50 ${ms(edits)}; commit not seen before: ${ms(seen)}; again: ${ms(again)}`,
  );
  console.log(`fresh process, last commit: p50 ${ms(fresh)}`);
}

try {
  if (mode === 'exact') await measureExact();
  else if (mode === 'tests') await measureTests();
  else if (mode === 'time') await measureTime();
  else if (mode === 'breaks' && keyFile !== undefined) {
    const { ask, workspace } = await openAt(root, 'clone');
    await measureBreaks({ root, git, ask, caseCount: commitCount, keyFile });
    await workspace.close();
  } else console.error('usage: node bench/changes.mjs exact|tests|breaks|time REPOSITORY COMMITS');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
