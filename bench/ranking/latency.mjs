// `node bench/ranking/latency.mjs QUESTIONS.jsonl FOLDER [--vectors no]`: indexes the folder as one project, asks it all
// questions twice and prints how long the second time took, wall and CPU, beside the size of the index.
// Name a single checkout, or the folder of all of them for an index of their sum.
import { argumentsOf, load, meaningOf, openProject, REQUEST, readQuestions } from './corpus.mjs';

const { search } = await load('query/search.js');
const { percentile } = await load('eval/measures.js');

const given = argumentsOf(process.argv.slice(2));
const questions = [...readQuestions(given.questions, given.repos).values()].flat();
const startedMs = performance.now();
const project = await openProject(given.checkouts, given.flags.cache);
const indexedMs = performance.now();
const snapshot = project.snapshot();
const ask = async (query) => {
  const startMs = performance.now();
  const meaning = given.flags.vectors === 'no' ? undefined : await meaningOf(project, query);
  search(snapshot, { ...REQUEST, query, meaning });
  return performance.now() - startMs;
};
const firstMs = await ask('first question');
for (const { query } of questions) await ask(query);
const before = process.cpuUsage();
const times = [];
for (const { query } of questions) times.push(await ask(query));
const { user, system } = process.cpuUsage(before);
const at = (share) => percentile(times, share).toFixed(2);
console.log(
  `${snapshot.text.fileCount} files, ${snapshot.text.chunkCount} chunks; opened in ${((indexedMs - startedMs) / 1000).toFixed(1)} s; first query ${firstMs.toFixed(0)} ms`,
);
console.log(
  `query, ms: median ${at(0.5)}, 90 % ${at(0.9)}, 99 % ${at(0.99)}; CPU ${((user + system) / 1000 / questions.length).toFixed(2)} a query`,
);
