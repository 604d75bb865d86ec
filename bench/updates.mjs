// `node bench/updates.mjs DIR [ROUNDS] [SEED] [HOW] [RUNS]`: random changes to a copy of DIR, indexed one
// after another, against an index built from nothing after every RUNS. Compared are the graph, entry points and the log of
// what pages depend on, which an update that leaves pages unread takes over from the run before. HOW is
// `scan` (each run looks at the whole disk), `named` (each run hears which paths changed) or `served` (a
// server with the real watcher is asked a question after each change; its searches are compared instead
// of what it stored, and branches of git are switched as well).
// Prints what differs, and ends with 1 if anything does.
// Changes are those of an editor and of git: lines moved, removed and doubled, words put for others,
// files cut short, copied, moved, removed and put back.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { processWriter } from '../dist/cli/process-writer.js';
import { loadConfig } from '../dist/config/load.js';
import { cacheKeyOf, fromStored } from '../dist/indexing/stored-index.js';
import { Project } from '../dist/project/project.js';
import { DiskDirectory } from '../dist/store/disk-directory.js';
import { SnapshotStore } from '../dist/store/snapshot-store.js';
import { serve } from './served.mjs';

const [source, roundsText = '20', seedText = '1', how = 'scan', runsText = '5'] =
  process.argv.slice(2);
/** Runs between two comparisons. */
const STEPS = Number(runsText);
const CHANGES_MAX = 3;
const SHOWN_MAX = 20;
const SEARCHES = 8;
/** One change in so many switches the branch of a served project. */
const CHANGES_PER_SWITCH = 12;

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-updates-'));
const root = join(scratch, 'project');
cpSync(source, root, {
  recursive: true,
  filter: (path) => !/[\\/](node_modules|\.git)$/.test(path),
});

// A linear congruential generator: the same changes for the same seed, wherever it runs.
let state = Number(seedText) >>> 0;
function below(count) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}
const oneOf = (list) => list[below(list.length)];

async function open(home) {
  const { projects } = await loadConfig({ cwd: root, homeDir: join(scratch, home) });
  const writer = processWriter();
  return Project.open(projects[0], { writer, threadsMax: availableParallelism() });
}

/** The stored log of what the pages depend on: a hash for each lookup. */
async function dependenciesOf(home) {
  const { projects } = await loadConfig({ cwd: root, homeDir: join(scratch, home) });
  const cacheKey = cacheKeyOf(projects[0]);
  const directory = new DiskDirectory(projects[0].storeDir);
  const store = new SnapshotStore(directory, { writer: processWriter(), cacheKey });
  const state = await store.load((stored) => fromStored(stored, cacheKey));
  const { keys, answers } = state.docDependencies().record();
  return new Map(keys.map((key, place) => [key, answers[place]]));
}

const TEXT =
  /\.(md|mdx|rst|txt|ya?ml|json|toml|[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|c|h|cc|cpp|hpp)$/;
const originals = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
  .sort();
// Pages are few beside code, and rest on most of it.
const pages = originals.filter((path) => /\.(md|mdx|rst)$/.test(path));
const pick = () => oneOf(pages.length > 0 && below(2) === 0 ? pages : originals);

function edited(text) {
  const lines = text.split('\n');
  const at = below(lines.length);
  const count = 1 + below(8);
  switch (below(6)) {
    case 0:
      lines.splice(at, count);
      break;
    case 1:
      lines.splice(at, 0, ...lines.slice(at, at + count));
      break;
    case 2:
      lines.splice(below(lines.length), 0, ...lines.splice(at, count));
      break;
    case 3:
      lines.length = at;
      break;
    default: {
      // A name put for another, as in a rename that missed some of its uses.
      const words = text.match(/\b[A-Za-z_]\w{3,}\b/g) ?? ['word'];
      const from = oneOf(words);
      const to = below(2) === 0 ? oneOf(words) : `${from}Renamed`;
      return text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), () => to);
    }
  }
  return lines.join('\n');
}

function git(...args) {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
}

let branchCount = 0;

/** Commits all files, and checks out another branch or an earlier commit under a new one. */
function switched() {
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'changes');
  if (branchCount > 1 && below(2) === 0) {
    const name = `branch-${below(branchCount)}`;
    git('checkout', '-q', name);
    return `switched to ${name}`;
  }
  const name = `branch-${branchCount++}`;
  git('checkout', '-q', '-b', name, branchCount > 1 ? 'HEAD~1' : 'HEAD');
  return `switched to ${name}, new`;
}

/** Makes a change, and puts the paths that a watcher would name into `paths`. */
function change(paths) {
  if (how === 'served' && below(CHANGES_PER_SWITCH) === 0) return switched();
  const path = pick();
  paths.push(path);
  const file = join(root, path);
  const kind = below(10);
  if (!existsSync(file) || kind === 0) {
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(source, path), file);
    return `put back ${path}`;
  }
  if (kind === 1) {
    rmSync(file);
    return `removed ${path}`;
  }
  if (kind === 2) {
    const other = join(dirname(oneOf(originals)), path.slice(path.lastIndexOf('/') + 1));
    mkdirSync(dirname(join(root, other)), { recursive: true });
    paths.push(other);
    if (below(2) === 0) renameSync(file, join(root, other));
    else if (other !== path) cpSync(file, join(root, other));
    return `moved or copied ${path} to ${other}`;
  }
  writeFileSync(file, edited(readFileSync(file, 'utf8')));
  return `edited ${path}`;
}

/** All that a snapshot says of its graph and its entry points, a line each. */
function linesOf({ graph, entryPoints }) {
  const lines = entryPoints.map((one) => JSON.stringify(one));
  for (let node = 0; node < graph.nodeCount; node++) {
    const { index: _, parent, ...rest } = graph.node(node);
    const owner = parent < 0 ? '' : graph.node(parent).id;
    const counts = [graph.incoming(node).length, graph.byName(rest.name).length];
    lines.push(JSON.stringify([rest, owner, ...counts]));
  }
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const { source: from, target: to, ...rest } = graph.edge(edge);
    lines.push(`${graph.node(from).id} → ${graph.node(to).id} ${JSON.stringify(rest)}`);
  }
  return lines;
}

/** The project whose updates are tested, and how it takes a change. */
async function tested() {
  if (how === 'served') {
    const { workspace, ask } = await serve(root, join(scratch, 'home'));
    const update = () => ask('code_search', { query: 'anything', max_results: 1 });
    await update();
    return { project: workspace.projects[0], update, ask, close: () => workspace.close() };
  }
  const project = await open('home');
  await project.index({});
  const update = (changed) => project.index(how === 'named' ? { changed } : {});
  return { project, update, close: async () => undefined };
}

const WORDS = ['parse options', 'read a file', 'error handling', 'test of the client'];

/** What a server answers to questions, a line each. */
async function answerLines(ask, questions) {
  const lines = [];
  for (const query of questions) {
    const { structured } = await ask('code_search', { query, max_results: 10 });
    for (const { symbol, path, score } of structured.results)
      lines.push(`${query}: ${symbol ?? path} ${score}`);
    const inCode = await ask('code_search', { query, max_results: 10, scope: 'code' });
    lines.push(...inCode.structured.results.map((hit) => `${query}: ${JSON.stringify(hit)}`));
  }
  return lines;
}

/** Questions about names of the current graph, and some in words. */
function questionsOf({ graph }) {
  const names = Array.from({ length: SEARCHES }, () => graph.node(below(graph.nodeCount)).name);
  return [...names, ...WORDS];
}

let differing = 0;
if (how === 'served') {
  git('init', '-q');
  switched();
}
const { project, update, ask, close } = await tested();

/** The lines of the tested project and of a fresh index, as sets. */
async function compared(home) {
  const fresh = await open(home);
  await fresh.index({});
  const [made, wanted] = [linesOf(project.snapshot()), linesOf(fresh.snapshot())];
  if (how !== 'served') {
    // An update may keep lookups that its pages no longer need.
    const kept = await dependenciesOf('home');
    for (const [key, answer] of await dependenciesOf(home)) {
      wanted.push(`${JSON.stringify(key)}: ${answer}`);
      if (kept.has(key)) made.push(`${JSON.stringify(key)}: ${kept.get(key)}`);
    }
    return [new Set(made), new Set(wanted)];
  }
  const questions = questionsOf(fresh.snapshot());
  await fresh.close();
  const server = await serve(root, join(scratch, home));
  made.push(...(await answerLines(ask, questions)));
  wanted.push(...(await answerLines(server.ask, questions)));
  await server.workspace.close();
  return [new Set(made), new Set(wanted)];
}

try {
  for (let round = 0; round < Number(roundsText); round++) {
    const log = [];
    for (let step = 0; step < STEPS; step++) {
      const paths = [];
      for (let count = 1 + below(CHANGES_MAX); count > 0; count--) log.push(change(paths));
      await update(paths);
    }
    const [made, wanted] = await compared(`fresh-${round}`);
    const wrong = [
      ...[...made].filter((line) => !wanted.has(line)).map((line) => `- ${line}`),
      ...[...wanted].filter((line) => !made.has(line)).map((line) => `+ ${line}`),
    ];
    rmSync(join(scratch, `fresh-${round}`), { recursive: true, force: true });
    if (wrong.length === 0) continue;
    differing++;
    console.log(`round ${round}: ${wrong.length} lines differ after\n  ${log.join('\n  ')}`);
    for (const line of wrong.slice(0, SHOWN_MAX)) console.log(line);
  }
  console.log(`${source}: ${roundsText} rounds of ${STEPS} runs, ${differing} differ`);
} finally {
  await close();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = differing === 0 ? 0 : 1;
