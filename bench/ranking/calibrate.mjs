// `node bench/ranking/calibrate.mjs QUESTIONS.jsonl CHECKOUTS [--vectors no]`: is confidence deserved? Asks every project
// its own questions, and twenty of projects in other languages, which it cannot answer unless it happens
// to have a thing of that name. Prints how often the first file is right by margin and by what is said,
// and what is said to strangers' questions, those of one word apart.
import { join } from 'node:path';
import {
  argumentsOf,
  load,
  meaningOf,
  openProject,
  placedIn,
  REQUEST,
  readQuestions,
} from './corpus.mjs';
import { isotonic } from './fit.mjs';

const { search } = await load('query/search.js');

const FOREIGN = 20;
const given = argumentsOf(process.argv.slice(2));
const repos = [...readQuestions(given.questions, given.repos)];
const everything = repos.flatMap(([, questions]) => questions);
const own = [];
const foreign = [];
for (const [repo, labelled] of repos) {
  const project = await openProject(join(given.checkouts, repo), given.flags.cache);
  const snapshot = project.snapshot();
  for (const question of placedIn(snapshot, labelled)) own.push(await ask(project, question));
  const { language } = labelled[0];
  const others = everything.filter((question) => question.language !== language);
  const step = Math.max(1, Math.floor(others.length / FOREIGN));
  for (let index = own.length % step; index < others.length; index += step) {
    foreign.push(await ask(project, { ...others[index], targets: [] }));
  }
}

async function ask(project, { repo, query, targets }) {
  const meaning = given.flags.vectors === 'no' ? undefined : await meaningOf(project, query);
  const request = { ...REQUEST, query, meaning };
  const { hits, margin, confidence } = search(project.snapshot(), request);
  const isRight = targets.some(({ path }) => path === hits[0]?.path);
  return { repo, query, margin, confidence, isRight, first: hits[0]?.path };
}

const share = (rows, is) => (rows.filter(is).length / Math.max(1, rows.length)).toFixed(2);

console.log('margin: first right, isotonic (questions)');
const sorted = own.toSorted((a, b) => a.margin - b.margin);
const smooth = isotonic(sorted.map(({ isRight }) => (isRight ? 1 : 0)));
const size = Math.ceil(sorted.length / 10);
for (let start = 0; start < sorted.length; start += size) {
  const bin = sorted.slice(start, start + size);
  const range = `${bin[0].margin.toFixed(2)}–${bin.at(-1).margin.toFixed(2)}`;
  const steps = `${smooth[start].toFixed(2)}–${smooth[start + bin.length - 1].toFixed(2)}`;
  console.log(`  ${range}: ${share(bin, (row) => row.isRight)}, ${steps} (${bin.length})`);
}

const isOneWord = ({ query }) => !/\s/.test(query.trim());
for (const [name, rows] of [
  ['own', own],
  ['own, one word', own.filter(isOneWord)],
  ['foreign', foreign],
  ['foreign, one word', foreign.filter(isOneWord)],
]) {
  console.log(`${name} (${rows.length})`);
  for (const confidence of ['high', 'medium', 'low', 'none']) {
    const said = rows.filter((row) => row.confidence === confidence);
    const right = name.startsWith('own')
      ? `, first right ${share(said, (row) => row.isRight)}`
      : '';
    console.log(
      `  ${confidence}: ${said.length} (${share(rows, (row) => said.includes(row))}${right})`,
    );
  }
}
console.log('foreign questions answered with confidence:');
for (const row of foreign.filter(({ confidence }) => confidence === 'high').slice(0, 40)) {
  console.log(`  ${row.query} → ${row.first}`);
}
