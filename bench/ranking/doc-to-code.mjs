// `node bench/ranking/doc-to-code.mjs MIRRORS [--weight N] [--per N]`: doc comment → its function, the comment blanked
// (CodeSearchNet's task), in the repositories that training/sources.tsv keeps for testing: MRR over the
// files of a repository by BM25 alone, by vectors alone, by these two, and by all signals with and without vectors.
// MIRRORS/<owner>+<name>/repo are git directories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, openProject } from './corpus.mjs';

const { evaluate } = await load('eval/evaluate.js');
const { meaningsOf } = await load('eval/meanings.js');
const { documentedSymbols, docQuestions, sample } = await load('eval/doc-questions.js');
const { maskedSnapshot } = await load('eval/masked-snapshot.js');
const { pathClasses } = await load('query/names/path-class.js');
const { MEASURED_SIGNALS } = await load('query/weights.js');

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const [mirrors] = process.argv.slice(2);
const perRepository = argument('--per', 110);
const weight = argument('--weight', undefined);

const only = (names) =>
  Object.fromEntries(
    MEASURED_SIGNALS.filter((name) => !names.includes(name)).map((name) => [name, 0]),
  );
const VARIANTS = {
  'BM25 (contentSum)': only(['contentSum']),
  'BM25F with paths': only(['pathContent']),
  'BM25 (contentSum) and vectors': only(['contentSum', 'meaning']),
  'vectors alone': only(['meaning']),
  'all signals without vectors': { meaning: 0 },
  'all signals': weight === undefined ? {} : { meaning: weight },
};

const rows = Object.fromEntries(Object.keys(VARIANTS).map((name) => [name, []]));
const sources = new URL('../../training/sources.tsv', import.meta.url);
for (const line of readFileSync(sources, 'utf8').trim().split('\n')) {
  const [name, commit, , use] = line.split('\t');
  if (use !== 'test') continue;
  const folder = mkdtempSync(join(tmpdir(), 'doc-to-code-'));
  const root = join(folder, name.split('/')[1]);
  mkdirSync(root);
  const gitDir = join(mirrors, name.replace('/', '+'), 'repo');
  if (!checkOut(gitDir, commit, root)) {
    console.error(`${name}: not all of it is there`);
    continue;
  }
  const asked = await questionsOf(root, join(folder, 'cache'));
  for (const [variant, weights] of Object.entries(VARIANTS)) {
    for (const { question, fileRanks } of evaluate(asked.snapshot, asked.questions, {
      now: () => 0,
      weights,
      meanings: asked.meanings,
    }))
      rows[variant].push({ name, language: question.language, rank: fileRanks[0] });
  }
  console.error(`${name}: ${asked.questions.length}`);
  rmSync(folder, { recursive: true });
}

function checkOut(gitDir, commit, root) {
  try {
    const archive = ['--git-dir', gitDir, 'archive', commit];
    const options = { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] };
    execFileSync('tar', ['-x', '-C', root], { input: execFileSync('git', archive, options) });
    return true;
  } catch {
    return false;
  }
}

async function questionsOf(root, cache) {
  const project = await openProject(root, cache);
  const whole = project.snapshot();
  const { sharedFolderDepth } = whole.text.data;
  const isTarget = (path) =>
    whole.graph.fileNode(path) !== undefined &&
    whole.text.fileNumber(path) >= 0 &&
    !pathClasses(path, sharedFolderDepth).includes('testPath');
  const symbols = sample(documentedSymbols(whole.graph, isTarget), perRepository);
  const { snapshot, masked } = await maskedSnapshot(whole, symbols, async (path) => {
    const { text } = await project.readText(path);
    return text;
  });
  const questions = docQuestions(masked);
  const meanings = await meaningsOf(project.vectors, snapshot.text, questions);
  await project.close();
  return { snapshot, questions, meanings };
}

const mrr = (list) => list.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / list.length;
for (const [variant, list] of Object.entries(rows)) {
  const names = [...new Set(list.map(({ name }) => name))];
  const means = names.map((name) => mrr(list.filter((row) => row.name === name)));
  const mean = means.reduce((a, b) => a + b, 0) / means.length;
  console.log(
    `${variant.padEnd(30)} MRR@10 ${mrr(list).toFixed(4)}, mean of repositories ${mean.toFixed(4)} (${list.length} questions, ${names.length} repositories)`,
  );
}
