// `node bench/ranking/budgets.mjs QUESTIONS.jsonl CHECKOUTS [--channel both]`: which targets the answer of
// code_search names within a budget, which of them with their code, and how many tokens a client reads;
// mean of repositories. `--channel text` counts the text alone, as a program without structured data does.
import { join } from 'node:path';
import { contextOf } from './ask.mjs';
import {
  argumentsOf,
  load,
  meanOfRepositories as mean,
  openProject,
  placedIn,
  readQuestions,
} from './corpus.mjs';

const { BUDGETS_TOKENS, budgetReport } = await load('eval/token-budget.js');

const given = argumentsOf(process.argv.slice(2));
const rows = [];
for (const [repo, labelled] of readQuestions(given.questions, given.repos)) {
  const project = await openProject(join(given.checkouts, repo), given.flags.cache);
  await project.vectors.follow([project.snapshot().text]);
  const context = contextOf(project, given.flags.channel ?? 'both');
  const questions = placedIn(project.snapshot(), labelled);
  for (const max of BUDGETS_TOKENS) {
    rows.push({ repo, ...(await budgetReport(context, project.name, questions, max)) });
  }
  await project.close();
}
for (const max of BUDGETS_TOKENS) {
  const own = rows.filter((row) => row.max_tokens === max);
  const of = (value) => mean(own.map((row) => ({ repo: row.repo, value: value(row) })));
  console.log(
    `within ${max} tokens: ${of((row) => row.recall).toFixed(4)} named, ${of((row) => row.recall_with_code).toFixed(4)} with code, ${of((row) => row.places_mean).toFixed(1)} places, ${of((row) => row.tokens.mean).toFixed(0)} tokens read`,
  );
}
