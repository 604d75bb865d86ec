// `node bench/documentation.mjs CHECKOUTS [--show]`: what pages are said to speak of, against labels made by hand
// (fixtures/pages, drawn and labelled by somebody who did not see the program's answers; docs/accuracy.md).
// CHECKOUTS/NAME are the repositories of fixtures/pages/repositories.tsv, at the commits named there.
// An edge counts that answers show (exact or scoped), on the line of what was labelled or, since lines in
// a paragraph are counted by its breaks, the line before or after. `--show` lists what is missed and wrong.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadConfig, Project, processWriter } from '../dist/index.js';
import { percent } from './truth/exported.mjs';

const fixtures = new URL('../fixtures/pages/', import.meta.url);
const linesOf = (text) => text.split('\n').filter((line) => line !== '');
const labelsOf = (name) =>
  linesOf(readFileSync(new URL(name, fixtures), 'utf8')).map((line) => JSON.parse(line));

const PAGE_EDGES = ['mentions', 'links', 'demonstrates'];

const [checkouts] = process.argv.slice(2);
const shows = process.argv.includes('--show');

const words = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const nameOf = (id) => id.split('::').at(-1).replace(/~\d+$/, '');

/** What the pages of a checkout lead to, by line, of the edges that answers show. */
async function edgesOf(root, homeDir) {
  const { projects } = await loadConfig({ cwd: root, homeDir });
  const options = { writer: processWriter(), threadsMax: availableParallelism() };
  const project = await Project.open(projects[0], options);
  await project.index({});
  const { graph } = project.snapshot();
  const byLine = new Map();
  for (let node = 0; node < graph.nodeCount; node++) {
    const { path } = graph.node(node);
    for (const { kind, target, evidence, lines } of graph.outgoing(node, PAGE_EDGES)) {
      if (evidence === 'nameOnly') continue;
      for (const line of lines) {
        const key = `${path} ${line}`;
        byLine.set(key, [...(byLine.get(key) ?? []), { kind, to: graph.node(target) }]);
      }
    }
  }
  await project.close();
  return (page, line) => byLine.get(`${page} ${line}`) ?? [];
}

/** Whether a node is what a label means: the file, or what its line declares, or is declared in. */
function isTarget(node, { path, line, name }) {
  if (node.path !== path) return false;
  if (line === undefined || node.kind === 'file') return line === undefined;
  if (node.startLine === line) return true;
  const isNamed = words(nameOf(node.id)) === words(name.split(/[.:#]/).at(-1));
  return isNamed && node.startLine <= line && line <= node.endLine;
}

const isAnyMeant = (node, targets) => targets.some((target) => isTarget(node, target));

/** Whether an edge can come from this text and not from another on its line. */
function isSpoken(node, text) {
  const isFile = node.kind === 'file';
  const name = words(isFile ? basename(node.path).replace(/\.\w+$/, '') : nameOf(node.id));
  return name !== '' && words(text).includes(name);
}

const found = { mentions: {}, links: {}, demonstrates: {} };
const show = (...parts) => shows && console.log(parts.join('  '));

function count(kind, repo, key) {
  found[kind][repo] ??= { meant: 0, found: 0, wrong: 0, nothing: 0 };
  found[kind][repo][key]++;
}

/** The edges of a line, then those of the lines around it. */
const nearby = (edges, page, line) => [line, line + 1, line - 1].flatMap((one) => edges(page, one));

function judgeMention(edges, { repo, page, line, span, targets, doubtful }) {
  if (doubtful) return;
  const near = nearby(edges, page, line);
  const isFound = near.some(({ to }) => isAnyMeant(to, targets));
  count('mentions', repo, targets.length > 0 ? 'meant' : 'nothing');
  if (isFound) return count('mentions', repo, 'found');
  const others = targets.length > 0 ? near : edges(page, line);
  const wrong = others.filter(
    ({ kind, to }) => kind === 'mentions' && to.kind !== 'section' && isSpoken(to, span),
  );
  if (wrong.length > 0) count('mentions', repo, 'wrong');
  if (targets.length > 0) show('missed', repo, `${page}:${line}`, span, JSON.stringify(targets[0]));
  if (wrong.length > 0) show('wrong', repo, `${page}:${line}`, span, wrong[0].to.id);
}

function judgeLink(edges, { repo, page, lines, link, targets, doubtful }) {
  if (doubtful) return;
  const near = lines.flatMap((line) => nearby(edges, page, line));
  count('links', repo, targets.length > 0 ? 'meant' : 'nothing');
  if (near.some(({ to }) => isAnyMeant(to, targets))) return count('links', repo, 'found');
  show('missed link', repo, `${page}:${lines[0]}`, link);
}

/** What of a block is said to be used and is not among its labels is wrong. */
function judgeSnippet(edges, { repo, page, line, end, symbols }) {
  const inside = Array.from({ length: end - line + 1 }, (_, index) => edges(page, line + index))
    .flat()
    .filter(({ kind }) => kind === 'demonstrates');
  for (const { name, required, targets } of symbols) {
    if (!required) continue;
    count('demonstrates', repo, 'meant');
    if (inside.some(({ to }) => isAnyMeant(to, targets))) count('demonstrates', repo, 'found');
    else show('missed in block', repo, `${page}:${line}`, name);
  }
  const meant = symbols.flatMap(({ targets }) => targets);
  const nodes = new Map(inside.map(({ to }) => [to.id, to]));
  for (const to of nodes.values()) {
    // A module that is used is no less used than what is used of it.
    const isModule = to.kind === 'file' && meant.some(({ path }) => path === to.path);
    const isNamed = meant.some(({ name }) => nameOf(to.id) === name);
    if (isModule || isNamed || isAnyMeant(to, meant)) continue;
    count('demonstrates', repo, 'wrong');
    show('wrong in block', repo, `${page}:${line}`, to.id);
  }
}

const labels = {
  mentions: [labelsOf('mentions.jsonl'), judgeMention],
  links: [labelsOf('links.jsonl'), judgeLink],
  demonstrates: [labelsOf('snippets.jsonl'), judgeSnippet],
};
const repositories = linesOf(readFileSync(new URL('repositories.tsv', fixtures), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-pages-'));
try {
  for (const row of repositories) {
    const [repo] = row.split('\t');
    const edges = await edgesOf(join(checkouts, repo), scratch);
    for (const [rows, judge] of Object.values(labels)) {
      for (const label of rows.filter((one) => one.repo === repo)) judge(edges, label);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(
  '| edges | repository | meant | found | recall % | wrong | of which nothing was meant by |',
);
console.log('| --- | --- | --: | --: | --: | --: | --: |');
for (const [kind, byRepo] of Object.entries(found)) {
  const rows = Object.entries(byRepo);
  const all = { meant: 0, found: 0, wrong: 0, nothing: 0 };
  for (const [, row] of rows) for (const key of Object.keys(all)) all[key] += row[key];
  for (const [repo, row] of [...rows, ['all', all]]) {
    const { meant, found: right, wrong, nothing } = row;
    console.log(
      `| ${kind} | ${repo} | ${meant} | ${right} | ${percent(right / meant)} | ${wrong} | ${nothing} |`,
    );
  }
}
