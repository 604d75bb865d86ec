// Questions → rows to fit weights on: the evidence of every candidate file, and which files are the targets.
import { readFileSync } from 'node:fs';
import { load, meaningOf, REQUEST } from './corpus.mjs';

const { questionEvidence } = await load('query/search.js');
const { shareOfWeight } = await load('query/fuse.js');
const { literalsOf } = await load('query/literal/literals.js');
const { scopeOf } = await load('query/scope.js');
const { SIGNAL_NAMES } = await load('query/weights.js');
const { Sources } = await load('tools/answer/sources.js');
const { exactText } = await load('tools/search/exact-text.js');
const { testsMode } = await load('tools/input/tests-mode.js');

/** A question's evidence as code_search has it: a line per candidate file, a column per signal. */
export async function rowOf(project, { repo, query, category, targets, isLeftOut = () => false }) {
  const request = await requestOf(project, query);
  const matrix = matrixOf(project.snapshot().text, request, targets, isLeftOut);
  return { repo, category, ...matrix, targetCount: targets.length };
}

/** The search of code that code_search makes of a question. */
export async function requestOf(project, query) {
  const snapshot = project.snapshot();
  const request = { ...REQUEST, query, includeTests: testsMode('auto', query) };
  const inScope = scopeOf(snapshot.text, request);
  const sources = new Sources({ project, snapshot });
  const { values, rare } = await exactText(snapshot.text, literalsOf(query), inScope, sources);
  const meaning = await meaningOf(project, query);
  const commits = await project.commits.words(project.commit());
  return { ...request, exactText: values, exactRare: rare, meaning, commits };
}

/** `isLeftOut` tells which paths are no candidates, such as tests. */
export function matrixOf(index, request, targets, isLeftOut = () => false) {
  const { evidence } = questionEvidence(index, request);
  const candidates = evidence.candidates.filter((file) => !isLeftOut(index.data.paths[file]));
  const width = SIGNAL_NAMES.length;
  const matrix = new Float64Array(candidates.length * width);
  for (const [column, name] of SIGNAL_NAMES.entries()) {
    const share = shareOfWeight(name, evidence);
    for (const [line, file] of candidates.entries()) {
      matrix[line * width + column] = share * evidence.values[name][file];
    }
  }
  const lines = targets.map(({ path }) => candidates.indexOf(index.fileNumber(path)));
  return { matrix, targets: lines.filter((line) => line >= 0) };
}

export function linesOf(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
