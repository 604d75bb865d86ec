/**
 * Questions that share no word with the path of what answers them, nor with the names declared there,
 * on the frozen corpus. Nothing is fitted on them; `npm run golden` writes the new figures.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { evaluate, type Meanings } from '../../src/eval/evaluate.ts';
import { meaningsOf } from '../../src/eval/meanings.ts';
import { mean } from '../../src/eval/measures.ts';
import { scoresOf } from '../../src/eval/report.ts';
import type { Snapshot } from '../../src/index/snapshot.ts';
import { termsOf } from '../../src/index/tokenize.ts';
import { STOP_WORDS } from '../../src/query/stop-words.ts';
import { MEASURED_SIGNALS, type SignalName, type SignalWeights } from '../../src/query/weights.ts';
import {
  FOLDER,
  paraphrases,
  rankingSnapshot,
  rankingTexts,
  rankingVectors,
} from './ranking-set.ts';

let snapshot: Snapshot;
let meanings: Meanings;
const questions = paraphrases();
beforeAll(async () => {
  snapshot = await rankingSnapshot();
  const vectors = await rankingVectors(snapshot);
  meanings = await meaningsOf(vectors, snapshot.text, questions);
});

/** Stems of the words and of their parts, stop words left out. */
function stemsOf(text: string): readonly string[] {
  const words = text.split(/[^\p{L}\p{N}_]+/u);
  return words.filter((word) => !STOP_WORDS.has(word.toLowerCase())).flatMap(termsOf);
}

/** Names of a file's outermost declarations. */
function declaredNames({ graph }: Snapshot, path: string): readonly string[] {
  const file = graph.fileNode(path);
  if (file === undefined) throw new Error(`${path} is not in the corpus`);
  return graph
    .symbolsOf(path)
    .map((node) => graph.node(node))
    .filter(({ parent }) => parent === file)
    .map(({ name }) => name);
}

test('none of the hundred paraphrases shares a stem with a path or an outermost name of its target', () => {
  const shared = questions.flatMap(({ id, query, targets }) =>
    targets.map(({ path }) => {
      const message = stemsOf([path, ...declaredNames(snapshot, path)].join(' '));
      return [id, ...stemsOf(query).filter((stem) => message.includes(stem))];
    }),
  );
  expect(shared).toEqual(questions.map(({ id }) => [id]));
  expect(new Set(questions.map(({ query }) => query)).size).toBe(100);
});

test('paraphrases reach the expected recall, MRR and NDCG with and without vectors', async () => {
  const lines = Object.entries(VARIANTS).map(([name, weights]) => {
    const ranked = evaluate(snapshot, questions, {
      now: () => 0,
      weights,
      meanings,
    });
    const { recall_at_1: first, recall_at_10: ten, mrr, ndcg_at_10: ndcg } = scoresOf(ranked);
    return [...[first, ten, mrr, ndcg].map((value) => value.toFixed(3)), name].join(' ');
  });
  const texts = rankingTexts();
  const shares = questions.map(({ query, targets }) => {
    const held = new Set(targets.flatMap(({ path }) => termsOf(texts.get(path) ?? '')));
    const stems = [...new Set(stemsOf(query))];
    return stems.filter((stem) => held.has(stem)).length / stems.length;
  });
  const none = shares.filter((share) => share === 0).length;
  const head = [
    `${questions.length} questions; ${mean(shares).toFixed(2)} of their stems are in the target's text, none for ${none}`,
    'recall@1 recall@10 MRR NDCG@10',
  ];
  await expect(`${[...head, ...lines].join('\n')}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL('paraphrase-stats.txt', FOLDER)),
  );
});

const VARIANTS: Readonly<Record<string, SignalWeights>> = {
  'all signals': {},
  'without meaning': { meaning: 0 },
  'only meaning': only(['meaning']),
  'only contentSum': only(['contentSum']),
  'only contentSum and meaning': only(['contentSum', 'meaning']),
};

function only(names: readonly SignalName[]): SignalWeights {
  const others = MEASURED_SIGNALS.filter((name) => !names.includes(name));
  return Object.fromEntries(others.map((name) => [name, 0]));
}
