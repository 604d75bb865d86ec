// `node bench/ranking/budgets.mjs QUESTIONS.jsonl CHECKOUTS`: which targets the answer of code_search names
// within 500 and 2,000 tokens, and how many tokens it takes; mean of repositories.
import { join } from 'node:path';
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
  const context = {
    workspace: { project: () => project },
    refresh: false,
    notice: (line) => console.error(line),
  };
  const questions = placedIn(project.snapshot(), labelled);
  for (const max of BUDGETS_TOKENS) {
    rows.push({ repo, ...(await budgetReport(context, project.name, questions, max)) });
  }
}
for (const max of BUDGETS_TOKENS) {
  const own = rows.filter((row) => row.max_tokens === max);
  const of = (value) => mean(own.map((row) => ({ repo: row.repo, value: value(row) })));
  console.log(
    `within ${max} tokens: recall ${of((row) => row.recall).toFixed(4)}, ${of((row) => row.places_mean).toFixed(1)} places, ${of((row) => row.tokens.mean).toFixed(0)} tokens of text`,
  );
}
