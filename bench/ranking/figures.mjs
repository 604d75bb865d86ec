// `node bench/ranking/figures.mjs QUESTIONS.jsonl CHECKOUTS [--out RESULTS.jsonl] [--ablate all]`:
// NDCG@10 of the built program, mean of repositories, by category, language and repository; latency;
// what each signal is worth; and the questions that are answered worst.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  argumentsOf,
  load,
  meanOfRepositories as mean,
  meaningOf,
  openProject,
  placedIn,
  REQUEST,
  readQuestions,
} from './corpus.mjs';

const { search } = await load('query/search.js');
const { ndcg, ranksOf, percentile } = await load('eval/measures.js');
const { ablation } = await load('eval/ablation.js');

const given = argumentsOf(process.argv.slice(2));
const asked = [];
const times = [];
const variantRows = new Map();
for (const [repo, labelled] of readQuestions(given.questions, given.repos)) {
  const project = await openProject(join(given.checkouts, repo), given.flags.cache);
  const snapshot = project.snapshot();
  const questions = placedIn(snapshot, labelled);
  for (const { query } of questions) search(snapshot, { ...REQUEST, query });
  for (const question of questions) {
    const startedMs = performance.now();
    const meaning = await meaningOf(project, question.query);
    const answer = search(snapshot, { ...REQUEST, query: question.query, meaning });
    times.push(performance.now() - startedMs);
    const { ranks, fileRanks } = ranksOf(answer.hits, question.targets);
    asked.push({ ...question, answer, ranks, fileRanks, value: ndcg(ranks) });
  }
  if (given.flags.ablate === undefined) continue;
  const meanings = new Map();
  for (const question of questions)
    meanings.set(question, await meaningOf(project, question.query));
  for (const { variant, ndcg_at_10: value } of ablation(snapshot, questions, meanings)) {
    variantRows.set(variant, [...(variantRows.get(variant) ?? []), { repo, value }]);
  }
}

const print = (name, rows) =>
  console.log(
    [
      name.padEnd(34),
      mean(rows).toFixed(4),
      ...CATEGORIES.map((category) => {
        const own = rows.filter((row) => row.category === category);
        return own.length === 0 ? '     –' : mean(own).toFixed(3);
      }),
    ].join('  '),
  );
const CATEGORIES = [...new Set(asked.map(({ category }) => category))].sort();
console.log(`${asked.length} questions; NDCG@10, then ${CATEGORIES.join(', ')}`);
print('all', asked);
print(
  'files alone',
  asked.map((row) => ({ ...row, value: ndcg(row.fileRanks) })),
);
for (const key of ['language', 'repo']) {
  for (const name of [...new Set(asked.map((row) => row[key]))].sort()) {
    print(
      `  ${name}`,
      asked.filter((row) => row[key] === name),
    );
  }
}
for (const [variant, rows] of variantRows) console.log(variant.padEnd(34), mean(rows).toFixed(4));
console.log(
  `query: median ${percentile(times, 0.5).toFixed(2)} ms, 95th percentile ${percentile(times, 0.95).toFixed(2)} ms`,
);
console.log('worst:');
for (const row of asked
  .toSorted((a, b) => a.value - b.value)
  .slice(0, Number(given.flags.worst ?? 25))) {
  const wanted = row.targets.map(({ path }, index) => `${path} (${row.fileRanks[index] ?? '–'})`);
  console.log(
    `  ${row.repo}: ${row.query}\n    ${wanted.join(', ')}; first ${row.answer.hits[0]?.path}`,
  );
}
if (given.flags.out !== undefined) {
  const lines = asked.map(({ repo, id, answer }) => {
    const results = answer.hits.map(({ path, startLine, endLine }) => ({
      path,
      startLine,
      endLine,
    }));
    return JSON.stringify({ repo, query_id: id, results });
  });
  writeFileSync(given.flags.out, `${lines.join('\n')}\n`);
}
