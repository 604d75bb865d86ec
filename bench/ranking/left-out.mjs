// `node bench/ranking/left-out.mjs SETS.json [--cache DIR] [--write]`: what weights are worth on kinds of
// questions that they were not fitted on. Weights start at those of the table and are drawn to them. Every source of questions is left out in turn, the weights are fitted on
// the others, each with the same total weight, and measured on the one left out, beside the weights of the table.
// Sets of the same data are left out together. SETS.json is that of sets.mjs; each set is a source except absent things, which have no answer to rank, and
//   {"name", "kind": "comments", "checkouts": DIR, "per": N}    doc comment → its file, the comment blanked
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  load,
  meanOfRepositories,
  openProject,
  placedIn,
  REQUEST,
  readQuestions,
} from './corpus.mjs';
import { fitWeights, scoresOf } from './fit.mjs';
import { linesOf, matrixOf, rowOf } from './question-rows.mjs';

const { documentedSymbols, docQuestions, sample } = await load('eval/doc-questions.js');
const { maskedSnapshot } = await load('eval/masked-snapshot.js');
const { meaningsOf } = await load('eval/meanings.js');
const { ndcg } = await load('eval/measures.js');
const { pathClasses } = await load('query/names/path-class.js');
const { SIGNAL_NAMES, SIGNALS } = await load('query/weights.js');

/** Strong, because a source may have as few as 40 questions: the table moves where sources agree. */
const LAMBDA = 400;
const STEPS = 150;
const argv = process.argv.slice(2);
const [setsPath] = argv;
const cache = argv.includes('--cache') ? argv[argv.indexOf('--cache') + 1] : undefined;
const from = (path) => resolve(dirname(setsPath), path);
const signs = SIGNAL_NAMES.map((name) => Math.sign(SIGNALS[name].weight));
const table = SIGNAL_NAMES.map((name) => SIGNALS[name].weight);

const ROWS = { questions: questionRows, issues: issueRows, comments: commentRows };
const sources = [];
for (const set of JSON.parse(readFileSync(setsPath, 'utf8'))) {
  if (ROWS[set.kind] === undefined) continue;
  const rows = await ROWS[set.kind](set);
  sources.push({ name: set.name, data: set.data, rows });
  console.error(`${set.name}: ${rows.length} questions`);
}

async function questionRows({ data, checkouts }) {
  const rows = [];
  for (const [repo, labelled] of readQuestions(from(data), [])) {
    const root = join(from(checkouts), repo);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    for (const question of placedIn(project.snapshot(), labelled)) {
      rows.push(await rowOf(project, question));
    }
    await project.close();
  }
  return rows;
}

async function issueRows({ data, checkouts, form, tests }) {
  const { isTest } = await import(pathToFileURL(from(tests)));
  const rows = [];
  for (const { id, repo, problem_statement: text, gold_files: gold } of linesOf(from(data))) {
    const root = join(from(checkouts), id);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    const query = form === 'title' ? text.trim().split(/\r?\n/)[0] : text.trim();
    const targets = gold.map((path) => ({ path }));
    rows.push(await rowOf(project, { repo, query, category: form, targets, isLeftOut: isTest }));
    await project.close();
  }
  return rows;
}

async function commentRows({ checkouts, per }) {
  const rows = [];
  for (const repo of readdirSync(from(checkouts)).sort()) {
    const project = await openProject(join(from(checkouts), repo), cache);
    const whole = project.snapshot();
    const { sharedFolderDepth } = whole.text.data;
    const isTarget = (path) =>
      whole.graph.fileNode(path) !== undefined &&
      !pathClasses(path, sharedFolderDepth).includes('testPath');
    const symbols = sample(documentedSymbols(whole.graph, isTarget), per);
    const read = async (path) => (await project.readText(path)).text;
    const { snapshot, masked } = await maskedSnapshot(whole, symbols, read);
    const questions = docQuestions(masked);
    const meanings = await meaningsOf(project.vectors, snapshot.text, questions);
    for (const question of questions) {
      const request = { ...REQUEST, query: question.query, meaning: meanings.get(question) };
      const row = matrixOf(snapshot.text, request, question.targets);
      rows.push({ repo, category: 'comment', ...row, targetCount: question.targets.length });
    }
    await project.close();
  }
  return rows;
}

/** Rows of the sources, each source with the same total weight. */
function balanced(used) {
  const total = used.reduce((sum, { rows }) => sum + rows.length, 0);
  return used.flatMap(({ rows }) =>
    rows.map((row) => ({ ...row, weight: total / (used.length * rows.length) })),
  );
}

function fitted(used) {
  return fitWeights(balanced(used), signs, { lambda: LAMBDA, start: table, steps: STEPS });
}

/** NDCG@10 as a mean of repositories, and how often all targets are in the first 1 and 10. */
function measured(rows, weights) {
  const judged = rows.map((row) => {
    const scores = scoresOf(row.matrix, weights);
    const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
    const ranks = row.targets.map((target) => order.indexOf(target) + 1);
    while (ranks.length < row.targetCount) ranks.push(undefined);
    return { repo: row.repo, value: ndcg(ranks), ranks };
  });
  const shareWithin = (k) =>
    judged.filter(({ ranks }) => ranks.every((rank) => rank !== undefined && rank <= k)).length /
    judged.length;
  return `${meanOfRepositories(judged).toFixed(3)} ${shareWithin(1).toFixed(3)} ${shareWithin(10).toFixed(3)}`;
}

const onAll = fitted(sources);
const without = new Map();
console.log('NDCG@10 (mean of repositories), all targets in the first 1, 10');
console.log(
  'source | questions | weights of the table | fitted on all | fitted without this source',
);
for (const source of sources) {
  const weights = fitted(sources.filter(({ data }) => data !== source.data));
  without.set(source.name, weights);
  const cells = [table, onAll, weights].map((one) => measured(source.rows, one));
  console.log([source.name, source.rows.length, ...cells].join(' | '));
}
console.log(`\nweights: table, fitted on all, then without ${[...without.keys()].join(', ')}`);
for (const [column, name] of SIGNAL_NAMES.entries()) {
  const fits = [onAll, ...without.values()].map((weights) =>
    weights[column].toFixed(1).padStart(6),
  );
  console.log(`  ${name.padEnd(20)} ${String(table[column]).padStart(5)} ${fits.join('')}`);
}

if (argv.includes('--write')) {
  const path = new URL('../../src/query/weights.ts', import.meta.url);
  let text = readFileSync(path, 'utf8');
  for (const [column, name] of SIGNAL_NAMES.entries()) {
    const rounded = Math.round(onAll[column] * 10) / 10;
    text = text.replace(new RegExp(`(  ${name}: \\{[^}]*?weight: )[-\\d.]+`), `$1${rounded}`);
  }
  writeFileSync(path, text);
}
