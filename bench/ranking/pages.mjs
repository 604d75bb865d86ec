// `node bench/ranking/pages.mjs MIRRORS [--per N]`: what vectors are worth to search in pages, in the
// repositories of fixtures/ranking/pages/repositories.tsv. Two sets of questions: sentences of sections,
// taken out of the pages (section-questions.mjs), and those of questions.jsonl, written by hand.
// MRR over the first ten pages, and over the sections that are shown of them; each for the questions with
// even and with odd numbers, so that a weight can be chosen by one half and read off the other. Then what
// is said of the first page, for a project's own questions and for those of another.
// MIRRORS/<owner>+<name>/repo are git directories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load, openProject } from './corpus.mjs';
import { sectionQuestions, withoutSentences } from './section-questions.mjs';

const { ranksOf, reciprocalRank } = await load('eval/measures.js');
const { parseQuestions } = await load('eval/question.js');
const { search } = await load('query/search.js');
const { scopeOf } = await load('query/scope.js');
const { MEASURED_SIGNALS } = await load('query/weights.js');

const [mirrors] = process.argv.slice(2);
const perAt = process.argv.indexOf('--per');
const perRepository = perAt < 0 ? 45 : Number(process.argv[perAt + 1]);
const fixtures = new URL('../../fixtures/ranking/pages/', import.meta.url);
const linesOf = (name) => readFileSync(new URL(name, fixtures), 'utf8').trim().split('\n');

const SCOPE = { corpus: 'pages', languages: [], kinds: [], includeTests: 'allow' };
const only = (names) =>
  Object.fromEntries(MEASURED_SIGNALS.filter((n) => !names.includes(n)).map((n) => [n, 0]));
const VARIANTS = {
  words: { meaning: 0 },
  vectors: only(['meaning']),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 8].map((w) => [`both, ${w}`, { meaning: w }])),
  both: {},
};

const asked = { sentences: [], 'by hand': [] };
const byHand = linesOf('questions.jsonl').map((line) => JSON.parse(line));
const folder = mkdtempSync(join(tmpdir(), 'ranking-pages-'));
for (const line of linesOf('repositories.tsv')) {
  const [name, commit] = line.split('\t');
  const repo = name.split('/')[1];
  const root = join(folder, repo);
  checkOut(join(mirrors, name.replace('/', '+'), 'repo'), commit, root);
  const own = byHand.filter((question) => question.repo === repo);
  const foreign = byHand.filter((question) => question.repo !== repo);
  const { pages, graph } = await askIn(root, 'by hand', own, foreign);
  const questions = sectionQuestions(graph, pages, perRepository);
  const masked = join(folder, 'masked', repo);
  for (const [path, lines] of withoutSentences(pages, questions)) write(masked, path, lines);
  await askIn(masked, 'sentences', questions, []);
  console.error(`${name}: ${questions.length} sentences, ${own.length} by hand`);
}
rmSync(folder, { recursive: true });

/** Pages alone: nothing else is asked. */
function checkOut(gitDir, commit, root) {
  const git = (...words) =>
    execFileSync('git', ['--git-dir', gitDir, ...words], { maxBuffer: 2 ** 30 });
  const files = git('ls-tree', '-r', '-z', '--name-only', commit).toString().split('\0');
  for (const path of files.filter((one) => /\.(md|mdx|rst)$/i.test(one)))
    write(root, path, git('show', `${commit}:${path}`).toString().split('\n'));
}

function write(root, path, lines) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
}

async function askIn(root, kind, own, foreign) {
  const project = await openProject(root, join(folder, 'cache'));
  const { graph, docsText: text, ...rest } = project.snapshot();
  const snapshot = { ...rest, graph, text };
  const questions = own.map((one) => parseQuestions(JSON.stringify(pick(one)), kind)[0]);
  for (const [question, isOwn] of [
    ...questions.map((one) => [one, true]),
    ...foreign.map((one) => [one, false]),
  ])
    asked[kind].push(await answers(project, snapshot, question, isOwn));
  const pages = new Map(
    text.data.paths.map((path) => [path, readFileSync(join(root, path), 'utf8').split('\n')]),
  );
  await project.close();
  return { graph, pages };
}

function pick({ query, targets }) {
  return { query, targets };
}

async function answers(project, snapshot, { query, targets }, isOwn) {
  const meaning = await project.vectors.meaning(
    snapshot.text,
    query,
    scopeOf(snapshot.text, SCOPE),
  );
  const request = { query, maxResults: 10, ...SCOPE };
  const found = Object.entries(VARIANTS).map(([variant, weights]) => {
    const isBlind = weights.meaning === 0;
    const answer = search(snapshot, {
      ...request,
      weights,
      meaning: isBlind ? undefined : meaning,
    });
    if (!isOwn) return [variant, { confidence: answer.confidence }];
    const { ranks, fileRanks } = ranksOf(answer.hits, targets);
    const scores = { page: reciprocalRank(fileRanks), section: reciprocalRank(ranks) };
    return [variant, { ...scores, confidence: answer.confidence }];
  });
  return { isOwn, ...Object.fromEntries(found) };
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
for (const [kind, rows] of Object.entries(asked)) {
  const own = rows.filter(({ isOwn }) => isOwn);
  console.log(`${kind}: ${own.length} questions; MRR@10 of pages and of sections: all, even, odd`);
  const halves = [own, own.filter((_, n) => n % 2 === 0), own.filter((_, n) => n % 2 === 1)];
  for (const variant of Object.keys(VARIANTS)) {
    const of = (list, what) => mean(list.map((row) => row[variant][what])).toFixed(3);
    const [pages, sections] = ['page', 'section'].map((what) =>
      halves.map((half) => of(half, what)).join(' '),
    );
    console.log(`  ${variant.padEnd(8)} ${pages}   ${sections}`);
  }
}
const everyRow = Object.values(asked).flatMap((rows) => [
  ...rows.filter(({ isOwn }) => isOwn).map((row, n) => ({ ...row, half: n % 2 })),
  ...rows.filter(({ isOwn }) => !isOwn).map((row, n) => ({ ...row, half: n % 2 })),
]);
for (const [variant, isOwn, half] of ['words', 'both'].flatMap((variant) =>
  [true, false].flatMap((isOwn) => ['even', 'odd'].map((half) => [variant, isOwn, half])),
)) {
  const list = everyRow.filter(
    (row) => row.isOwn === isOwn && row.half === (half === 'even' ? 0 : 1),
  );
  const counts = ['high', 'medium', 'low', 'none'].map((label) => {
    const said = list.filter((row) => row[variant].confidence === label);
    const right = said.filter((row) => row[variant].page === 1).length;
    return `${label} ${said.length}${isOwn ? ` (${right} right)` : ''}`;
  });
  console.log(`${variant}, ${isOwn ? 'own' : 'foreign'} questions, ${half}: ${counts.join(', ')}`);
}
