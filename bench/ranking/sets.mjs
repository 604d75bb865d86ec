// `node bench/ranking/sets.mjs SETS.json [--cache DIR] [--set NAME …] [--out DIR]`: asks code_search all sets
// of questions with known answers, and prints a line for each set. SETS.json is a list of
//   {"name", "kind": "questions" | "absent", "data": JSONL, "checkouts": DIR}   one folder a repository
//   {"name", "kind": "issues", "data": JSONL, "checkouts": DIR, "form": "title" | "whole", "tests": MODULE}   one folder an id
// A set of questions may have "recall_min": if fewer of its targets are in the first ten, the exit status is 1.
// Paths are relative to SETS.json. `tests` exports `isTest(path)`; such files are removed from the ranking.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask } from './ask.mjs';
import { load, meanOfRepositories, openProject, placedIn, readQuestions } from './corpus.mjs';

const { ndcg, ranksOf, recallAt, reciprocalRank, percentile } = await load('eval/measures.js');

const LONGEST_LIST = { detail: 'locations', max_results: 100, max_tokens: 40_000 };
const SYMBOL_KINDS = ['function', 'method', 'constructor', 'accessor', 'class'];

const argv = process.argv.slice(2);
const valuesOf = (flag) => argv.flatMap((word, at) => (word === flag ? [argv[at + 1]] : []));
const [setsPath] = argv;
const only = valuesOf('--set');
const [cache] = valuesOf('--cache');
const [out] = valuesOf('--out');
const from = (path) => resolve(dirname(setsPath), path);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const placesOf = ({ results }) =>
  results.map((one) => ({ path: one.path, startLine: one.start_line, endLine: one.end_line }));

const MEASURES = { questions: measureQuestions, issues: measureIssues, absent: measureAbsent };
for (const set of JSON.parse(readFileSync(setsPath, 'utf8'))) {
  if (only.length > 0 && !only.includes(set.name)) continue;
  const rows = await MEASURES[set.kind](set);
  if (out === undefined) continue;
  mkdirSync(out, { recursive: true });
  writeFileSync(
    join(out, `${set.name}.jsonl`),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );
}

/** Calls `visit` with every question of every repository and its project. */
async function eachQuestion({ data, checkouts }, visit) {
  for (const [repo, labelled] of readQuestions(from(data), [])) {
    const root = join(from(checkouts), repo);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    await project.vectors.follow([project.snapshot().text]);
    for (const question of placedIn(project.snapshot(), labelled)) await visit(project, question);
    await project.close();
  }
}

async function measureQuestions(set) {
  const rows = [];
  await eachQuestion(set, async (project, question) => {
    const answer = await ask(project, { query: question.query, max_results: 10, ...set.request });
    const { ranks, fileRanks } = ranksOf(placesOf(answer), question.targets);
    const { repo, category, id, query, targets } = question;
    const { confidence, ms } = answer;
    const first = answer.results[0]?.path;
    rows.push({ repo, category, id, query, targets, ranks, fileRanks, confidence, ms, first });
  });
  const over = (value) => meanOfRepositories(rows.map((row) => ({ ...row, value: value(row) })));
  const byCategory = [...new Set(rows.map(({ category }) => category))].sort().map((category) => {
    const own = rows.filter((row) => row.category === category);
    return `${category} ${meanOfRepositories(own.map((row) => ({ ...row, value: ndcg(row.ranks) }))).toFixed(3)}`;
  });
  console.log(
    `${set.name}: ${rows.length} questions; NDCG@10 ${over((row) => ndcg(row.ranks)).toFixed(4)} (${byCategory.join(', ')}), files ${over((row) => ndcg(row.fileRanks)).toFixed(4)}, MRR ${over((row) => reciprocalRank(row.ranks)).toFixed(4)}, recall@10 ${over((row) => recallAt(row.fileRanks, 10)).toFixed(4)}; ${times(rows)}`,
  );
  console.log(`  ${labels(rows, (row) => row.fileRanks.includes(1))}`);
  const recall = mean(rows.map((row) => recallAt(row.fileRanks, 10)));
  if (recall < (set.recall_min ?? 0)) {
    console.error(`${set.name}: recall@10 ${recall.toFixed(3)} is below ${set.recall_min}`);
    process.exitCode = 1;
  }
  return rows;
}

async function measureAbsent(set) {
  const rows = [];
  await eachQuestion(set, async (project, { repo, id, query }) => {
    const { confidence, results, ms } = await ask(project, { query });
    const first = results[0];
    rows.push({ repo, id, query, confidence, ms, first: `${first?.path}:${first?.start_line}` });
  });
  console.log(`${set.name}: ${rows.length} questions; ${times(rows)}`);
  console.log(`  ${labels(rows)}`);
  return rows;
}

async function measureIssues(set) {
  const { isTest } = await import(pathToFileURL(from(set.tests)));
  const rows = [];
  for (const line of readFileSync(from(set.data), 'utf8').trim().split('\n')) {
    const issue = JSON.parse(line);
    const root = join(from(set.checkouts), issue.id);
    if (!existsSync(root)) continue;
    const project = await openProject(root, cache);
    await project.vectors.follow([project.snapshot().text]);
    rows.push(await issueRow(project, issue, set, isTest));
    await project.close();
  }
  const share = (holds) => (100 * mean(rows.map((row) => Number(holds(row))))).toFixed(1);
  const acc = [1, 3, 5, 10].map((k) => share(({ worst }) => worst <= k)).join(' / ');
  const functions = rows.filter(({ worstFunction }) => worstFunction !== undefined);
  const accFunctions = [1, 5, 10].map((k) =>
    (100 * mean(functions.map((row) => Number(row.worstFunction <= k)))).toFixed(1),
  );
  console.log(
    `${set.name}: ${rows.length} issues; file Acc@1/3/5/10 ${acc}, recall@10 ${(100 * mean(rows.map(({ recall }) => recall))).toFixed(1)}, MRR ${mean(rows.map(({ best }) => 1 / best)).toFixed(3)}, function Acc@1/5/10 ${accFunctions.join(' / ')} (${functions.length}); ${times(rows)}`,
  );
  console.log(`  ${labels(rows, ({ best }) => best === 1)}`);
  return rows;
}

/** Ranks of the files and functions that the fix of an issue changes; `Infinity` where missing. */
async function issueRow(project, issue, { form, request }, isTest) {
  const text = issue.problem_statement.trim();
  const query = form === 'title' ? text.split(/\r?\n/)[0].slice(0, 1000) : text;
  const answer = await ask(project, { query, ...LONGEST_LIST, ...request });
  const results = answer.results.filter(({ path }) => !isTest(path));
  const files = [...new Set(results.map(({ path }) => path))];
  const symbols = [
    ...new Set(
      results
        .filter(({ kind }) => SYMBOL_KINDS.includes(kind))
        .map(({ path, symbol }) => `${path} ${symbol.split('::').slice(1).join('.')}`),
    ),
  ];
  const rankIn = (list, wanted) => (list.includes(wanted) ? list.indexOf(wanted) + 1 : Infinity);
  const ranks = issue.gold_files.map((path) => rankIn(files, path));
  const functionRanks = issue.gold_functions.map(([path, name]) =>
    rankIn(symbols, `${path} ${name}`),
  );
  return {
    id: issue.id,
    ranks: ranks.map((rank) => (rank === Infinity ? null : rank)),
    functionRanks: functionRanks.map((rank) => (rank === Infinity ? null : rank)),
    best: Math.min(...ranks),
    worst: Math.max(...ranks),
    recall: mean(ranks.map((rank) => Number(rank <= 10))),
    worstFunction: functionRanks.length === 0 ? undefined : Math.max(...functionRanks),
    confidence: answer.confidence,
    ms: answer.ms,
    first: files.slice(0, 5),
    firstSymbols: symbols.slice(0, 10),
  };
}

function times(rows) {
  const all = rows.map(({ ms }) => ms);
  return `median ${percentile(all, 0.5).toFixed(1)} ms, 95th percentile ${percentile(all, 0.95).toFixed(1)} ms`;
}

/** How often each level of confidence is given, and how often the first file is right then. */
function labels(rows, isRight) {
  const parts = ['high', 'medium', 'low', 'none'].map((level) => {
    const own = rows.filter(({ confidence }) => confidence === level);
    const right = isRight === undefined ? '' : ` (${own.filter(isRight).length} right)`;
    return `${level} ${own.length}${right}`;
  });
  return parts.join(', ');
}
