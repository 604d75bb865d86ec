/** The frozen set of questions on this repository's own code as it once was; see bench/ranking/README.md. */
import { readFileSync } from 'node:fs';
import { parseQuestions, type Question } from '../../src/eval/question.ts';
import { buildGraph } from '../../src/graph/build.ts';
import { fileTerms } from '../../src/index/file-terms.ts';
import type { Snapshot } from '../../src/index/snapshot.ts';
import { buildTextIndex } from '../../src/index/text-index.ts';
import { staticEmbedder } from '../../src/semantic/embed-thread.ts';
import { madeBy } from '../../src/semantic/embedders.ts';
import type { VectorStorage } from '../../src/semantic/stored-vectors.ts';
import { VectorService } from '../../src/semantic/vector-service.ts';
import { extractText } from '../helpers/check.ts';

export const FOLDER = new URL('../../fixtures/ranking/graph-memory/', import.meta.url);

function linesOf<Line>(name: string): Line[] {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

export const rankingQuestions = (): readonly Question[] => questionsOf('questions.jsonl');
/** Questions that share no word with the path of their target, nor with the names it declares. */
export const paraphrases = (): readonly Question[] => questionsOf('paraphrases.jsonl');

function questionsOf(name: string): readonly Question[] {
  return parseQuestions(readFileSync(new URL(name, FOLDER), 'utf8'), name);
}

/** Questions about what the corpus does not do. */
export function absentQuestions(): readonly string[] {
  return linesOf<{ readonly query: string }>('absent.jsonl').map(({ query }) => query);
}

/** Texts of the corpus by path. */
export function rankingTexts(): ReadonlyMap<string, string> {
  const files = linesOf<{ path: string; text: string }>('corpus.jsonl');
  return new Map(files.map(({ path, text }) => [path, text]));
}

export async function rankingSnapshot(): Promise<Snapshot> {
  const files = [];
  for (const [path, text] of rankingTexts()) {
    const facts = await extractText(path, text);
    files.push({ facts, path: facts.path, terms: fileTerms(facts, text) });
  }
  return {
    generation: 1,
    manifest: new Map(),
    graph: buildGraph(
      files.map(({ facts }) => facts),
      [],
    ),
    text: buildTextIndex(files),
    docsText: buildTextIndex([]),
    pages: () => new Map(),
    entryPoints: [],
    requests: [],
    settings: [],
    report: {
      filesTotal: files.length,
      skipped: [],
      diagnostics: [],
      unresolved: { total: 0, byClass: {}, samples: [] },
      unboundReferences: 0,
      unboundByName: {},
    },
  };
}

/** Vectors of the model in the package. */
export async function rankingVectors(snapshot: Snapshot): Promise<VectorService> {
  const storage: VectorStorage = {
    load: () => Promise.resolve(undefined),
    save: () => Promise.resolve(),
    loadPrevious: () => Promise.resolve(undefined),
    savePrevious: () => Promise.resolve(),
    loadProblem: () => Promise.resolve(undefined),
    saveProblem: () => Promise.resolve(),
    previousSource: () => undefined,
    textOf: () => Promise.resolve(''),
  };
  const vectors = new VectorService(madeBy(staticEmbedder), storage, () => 0);
  await vectors.follow([snapshot.text]);
  return vectors;
}
