// `node bench/ranking/train.mjs QUESTIONS.jsonl CHECKOUTS [--write]`: fits the weights of
// src/query/weights.ts on the questions, leaving out one repository at a time to say what they are worth
// on code they have not seen; calibrates confidence; `--write` puts the weights into the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  argumentsOf,
  load,
  meaningOf,
  meanOfRepositories,
  openProject,
  placedIn,
  REQUEST,
  readQuestions,
} from './corpus.mjs';
import { fitWeights, isotonic, scoresOf } from './fit.mjs';

const { parseQuery } = await load('query/parse-query.js');
const { weighQuery } = await load('query/evidence/query-terms.js');
const { tablesOf } = await load('query/evidence/tables.js');
const { gatherEvidence } = await load('query/evidence/evidence.js');
const { filesInScope } = await load('query/scope.js');
const { SIGNAL_NAMES, SIGNALS } = await load('query/weights.js');
const { ndcg } = await load('eval/measures.js');

const LAMBDA = 0.3;
const signs = SIGNAL_NAMES.map((name) => Math.sign(SIGNALS[name].weight));
const current = SIGNAL_NAMES.map((name) => SIGNALS[name].weight);

const given = argumentsOf(process.argv.slice(2));
const rows = [];
for (const [repo, labelled] of readQuestions(given.questions, given.repos)) {
  const project = await openProject(join(given.checkouts, repo), given.flags.cache);
  const snapshot = project.snapshot();
  for (const question of placedIn(snapshot, labelled)) {
    const meaning = await meaningOf(project, question.query);
    rows.push(rowOf(snapshot, repo, question, meaning));
  }
}

/** A question's evidence: a line per candidate file, a column per signal. */
function rowOf(snapshot, repo, question, meaning) {
  const index = snapshot.text;
  const tables = tablesOf(index);
  const weighted = weighQuery(index, parseQuery(question.query));
  const inScope = filesInScope(index, tables, { ...REQUEST });
  const { values, candidates } = gatherEvidence(index, tables, weighted, inScope, { meaning });
  const matrix = new Float64Array(candidates.length * SIGNAL_NAMES.length);
  for (const [line, file] of candidates.entries()) {
    for (const [column, name] of SIGNAL_NAMES.entries()) {
      matrix[line * SIGNAL_NAMES.length + column] = values[name][file];
    }
  }
  const lines = question.targets.map(({ path }) => candidates.indexOf(index.fileNumber(path)));
  return {
    repo,
    category: question.category,
    matrix,
    targets: lines.filter((line) => line >= 0),
    targetCount: question.targets.length,
  };
}

function judge(row, weights) {
  const scores = scoresOf(row.matrix, weights);
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
  const ranks = row.targets.map((target) => order.indexOf(target) + 1);
  while (ranks.length < row.targetCount) ranks.push(undefined);
  const [first = 0, second = 0] = order.map((file) => scores[file]);
  return {
    repo: row.repo,
    category: row.category,
    value: ndcg(ranks),
    margin: first - second,
    isRight: ranks.includes(1),
  };
}

const value = (judged) => meanOfRepositories(judged).toFixed(4);
console.log(`${rows.length} questions, ${SIGNAL_NAMES.length} signals, files alone, NDCG@10`);
console.log(`weights of the table, in-sample ${value(rows.map((row) => judge(row, current)))}`);

const all = fitWeights(rows, signs, { lambda: LAMBDA, start: current, steps: 400 });
console.log(`fitted weights, in-sample ${value(rows.map((row) => judge(row, all)))}`);
const unseen = [];
for (const repo of new Set(rows.map((row) => row.repo))) {
  const others = rows.filter((row) => row.repo !== repo);
  const weights = fitWeights(others, signs, { lambda: LAMBDA, start: all, steps: 150 });
  for (const row of rows) if (row.repo === repo) unseen.push(judge(row, weights));
}
console.log(`fitted weights, leaving out a repository at a time ${value(unseen)}`);
for (const category of [...new Set(unseen.map((row) => row.category))].sort()) {
  console.log(`  ${category} ${value(unseen.filter((row) => row.category === category))}`);
}

console.log('\nweights');
const rounded = SIGNAL_NAMES.map((name, column) => [name, Math.round(all[column] * 10) / 10]);
for (const [column, [name, weight]] of rounded.entries()) {
  console.log(`  ${name.padEnd(20)} ${String(current[column]).padStart(5)} → ${weight}`);
}

console.log('\nmargin of the first file over the second, weights not fitted on the repository');
const sorted = unseen.toSorted((a, b) => a.margin - b.margin);
const smooth = isotonic(sorted.map(({ isRight }) => (isRight ? 1 : 0)));
for (let start = 0; start < sorted.length; start += Math.ceil(sorted.length / 10)) {
  const bin = sorted.slice(start, start + Math.ceil(sorted.length / 10));
  const right = bin.filter(({ isRight }) => isRight).length / bin.length;
  console.log(
    `  ${bin[0].margin.toFixed(2)}–${bin.at(-1).margin.toFixed(2)}: first right ${right.toFixed(2)}, isotonic ${smooth[start].toFixed(2)}–${smooth[start + bin.length - 1].toFixed(2)} (${bin.length})`,
  );
}

if (given.flags.write === true) {
  const path = new URL('../../src/query/weights.ts', import.meta.url);
  let text = readFileSync(path, 'utf8');
  for (const [name, weight] of rounded) {
    text = text.replace(new RegExp(`(  ${name}: \\{[^}]*?weight: )[-\\d.]+`), `$1${weight}`);
  }
  writeFileSync(path, text);
}
