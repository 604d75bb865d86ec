// Checkouts → indexed projects with their questions, by the built program. Arguments shared by the
// scripts of this folder: QUESTIONS.jsonl CHECKOUTS [--cache DIR] [--repo NAME …].
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const dist = new URL(process.env['GRAPH_MEMORY_DIST'] ?? '../../dist/', import.meta.url);
/** A module of the built program. */
export const load = (path) => import(new URL(path, dist));

const { loadConfig } = await load('config/load.js');
const { Project } = await load('project/project.js');
const { processWriter } = await load('cli/process-writer.js');

export function argumentsOf(argv) {
  const given = { repos: [], flags: {}, rest: [] };
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index];
    if (word === '--repo') given.repos.push(argv[++index]);
    else if (word === '--write') given.flags.write = true;
    else if (word.startsWith('--')) given.flags[word.slice(2)] = argv[++index];
    else given.rest.push(word);
  }
  const [questions, checkouts] = given.rest;
  if (checkouts === undefined) {
    console.error('usage: QUESTIONS.jsonl CHECKOUTS [--cache DIR] [--repo NAME …]; see README.md');
    process.exit(2);
  }
  return { questions, checkouts: resolve(checkouts), ...given };
}

/** Questions by repository: {"repo", "id", "query", "category", "language", "relevant", "secondary"}. */
export function readQuestions(path, repos) {
  const byRepo = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { repo, id, query, category, language, relevant, secondary } = JSON.parse(line);
    if (repos.length > 0 && !repos.includes(repo)) continue;
    const targets = [...relevant, ...(secondary ?? [])].map(targetOf);
    const list = byRepo.get(repo) ?? [];
    list.push({ repo, id, query, category, language, targets });
    byRepo.set(repo, list);
  }
  return byRepo;
}

function targetOf(raw) {
  if (typeof raw === 'string') return { path: raw, lines: undefined };
  const { path, start_line: startLine, end_line: endLine } = raw;
  return { path, lines: startLine === undefined ? undefined : { startLine, endLine } };
}

/** The settings of a model in the folder that a variable names; undefined without one. */
function modelOf(variable) {
  const folder = process.env[variable];
  if (folder === undefined) return undefined;
  const tokensMax = Number(process.env['GRAPH_MEMORY_TOKENS'] ?? 512);
  return { name: basename(folder), folder: resolve(folder), dtype: 'auto', tokensMax, batch: 8 };
}

/** Models beside the packaged one, or instead of it. */
const embeddingModel = modelOf('GRAPH_MEMORY_MODEL');
const sparseModel = modelOf('GRAPH_MEMORY_SPARSE');
const rerank = modelOf('GRAPH_MEMORY_RERANK');
const models = {
  ...(embeddingModel && { embedding: 'transformers', embeddingModel }),
  ...(sparseModel && { sparseModel }),
  ...(rerank && { rerankModel: { ...rerank, candidates: 20, timeoutMs: 60_000 } }),
};

export async function openProject(root, cache = join(tmpdir(), 'graph-memory-ranking')) {
  mkdirSync(cache, { recursive: true });
  const config = await loadConfig({ cwd: root, configPath: undefined, homeDir: cache });
  const [project] = config.projects;
  const measured = { ...project, code: { ...project.code, ...models } };
  const opened = await Project.open(measured, {
    writer: processWriter(),
    threadsMax: availableParallelism(),
  });
  await opened.index({});
  // The vectors of a sentence model are made in the background, which closing the project would end.
  await opened.vectors.settle();
  await opened.sparse.settle();
  return opened;
}

export const REQUEST = { maxResults: 10, languages: [], kinds: [], includeTests: 'penalize' };

const { scopeOf } = await load('query/scope.js');

/** What the vectors say to a question, as the tools hand it to the search. */
export async function meaningOf(project, query) {
  const index = project.snapshot().text;
  await project.vectors.follow([index]);
  return project.vectors.meaning(index, query, scopeOf(index, REQUEST));
}

/** Targets as the project has them: labels may name a path from further inside, as upstream's scorer allows. */
export function placedIn(snapshot, questions) {
  const paths = snapshot.graph.paths();
  const place = (target) => {
    const path = paths.includes(target.path)
      ? target.path
      : paths.find((own) => own.endsWith(`/${target.path}`) || target.path.endsWith(`/${own}`));
    return { ...target, path: path ?? target.path };
  };
  return questions.map((question) => ({ ...question, targets: question.targets.map(place) }));
}

/** Mean over repositories of the repository's mean, as the benchmark's published figures are made. */
export function meanOfRepositories(rows) {
  const byRepo = new Map();
  for (const { repo, value } of rows) byRepo.set(repo, [...(byRepo.get(repo) ?? []), value]);
  const means = [...byRepo.values()].map((list) => list.reduce((a, b) => a + b, 0) / list.length);
  return means.reduce((a, b) => a + b, 0) / means.length;
}
