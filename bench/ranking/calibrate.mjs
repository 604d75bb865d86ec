// `node bench/ranking/calibrate.mjs SETS.json [--cache DIR] [--set NAME …] [--out FILE]`: is confidence deserved?
// Asks the sets of sets.mjs, and every project of a set with languages twenty questions about projects in
// other languages. Prints, by set, how often each level is given and the first file is right; quantiles of
// match; and, of the questions that pass the bounds of match, how often the first file is right by margin.
// --out keeps a line for each question. The levels are those of the ranking, before code_search raises
// what contains a rare text or declares the one name asked for.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load, openProject, placedIn, readQuestions } from './corpus.mjs';
import { linesOf, requestOf } from './question-rows.mjs';

const { search } = await load('query/search.js');

const FOREIGN = 20;
const argv = process.argv.slice(2);
const valuesOf = (flag) => argv.flatMap((word, at) => (word === flag ? [argv[at + 1]] : []));
const [setsPath] = argv;
const only = valuesOf('--set');
const [cache] = valuesOf('--cache');
const [out] = valuesOf('--out');
const from = (path) => resolve(dirname(setsPath), path);
const rows = [];

const ASK = { questions: askQuestions, absent: askQuestions, issues: askIssues };
for (const set of JSON.parse(readFileSync(setsPath, 'utf8'))) {
  if (ASK[set.kind] === undefined || (only.length > 0 && !only.includes(set.name))) continue;
  await ASK[set.kind](set);
  for (const name of [set.name, `${set.name}, foreign`]) report(name);
}
reportMargins(rows.filter(({ isForeign }) => !isForeign));
if (out !== undefined) writeFileSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

async function askQuestions({ name, kind, data, checkouts }) {
  const all = readQuestions(from(data), []);
  const everything = [...all.values()].flat();
  for (const [repo, labelled] of all) {
    const root = join(from(checkouts), repo);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    for (const { query, targets } of placedIn(project.snapshot(), labelled)) {
      await ask(project, { set: name, query, targets });
    }
    const { language } = labelled[0];
    const isForeign = (one) => kind === 'questions' && one.language !== language;
    const others = everything.filter(isForeign);
    const step = Math.max(1, Math.floor(others.length / FOREIGN));
    for (let index = 0; index < others.length; index += step) {
      await ask(project, { set: `${name}, foreign`, isForeign: true, query: others[index].query });
    }
    await project.close();
  }
}

async function askIssues({ name, data, checkouts, form, tests }) {
  const { isTest } = await import(pathToFileURL(from(tests)));
  for (const { id, problem_statement: text, gold_files: gold } of linesOf(from(data))) {
    const root = join(from(checkouts), id);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    const query = form === 'title' ? text.trim().split(/\r?\n/)[0] : text.trim();
    const targets = gold.map((path) => ({ path }));
    await ask(project, { set: name, query, targets, isTest });
    await project.close();
  }
}

async function ask(project, { query, targets = [], isTest = () => false, ...kept }) {
  const request = await requestOf(project, query);
  const { hits, margin, match, confidence } = search(project.snapshot(), request);
  const first = hits.find(({ path }) => !isTest(path))?.path;
  const isRight = targets.some(({ path }) => path === first);
  rows.push({ ...kept, query, margin, match, confidence, isRight, first });
}

function report(name) {
  const questions = rows.filter(({ set }) => set === name);
  if (questions.length === 0) return;
  const levels = ['high', 'medium', 'low', 'none'].map((level) => {
    const given = questions.filter(({ confidence }) => confidence === level);
    return `${level} ${given.length} (${given.filter(({ isRight }) => isRight).length} right)`;
  });
  const matches = questions.map(({ match }) => match).sort((a, b) => a - b);
  const quantiles = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].map(
    (part) => `${part}: ${matches[Math.floor(part * matches.length)].toFixed(1)}`,
  );
  console.log(`${name} (${questions.length}): ${levels.join(', ')}`);
  console.log(`  match by quantile: ${quantiles.join(', ')}`);
}

/** How often the first file is right, by margin, of the questions whose level the margin decides. */
function reportMargins(questions) {
  const decided = questions.filter(
    ({ confidence }) => confidence === 'high' || confidence === 'medium',
  );
  const share = (list) => (list.filter(({ isRight }) => isRight).length / list.length).toFixed(2);
  console.log('margin at least: first file right, up to the next margin (questions), and above');
  for (let min = 0.5; min <= 4; min += 0.5) {
    const above = decided.filter(({ margin }) => margin >= min);
    const here = above.filter(({ margin }) => margin < min + 0.5);
    console.log(`  ${min}: ${share(here)} (${here.length}), ${share(above)} (${above.length})`);
  }
}
