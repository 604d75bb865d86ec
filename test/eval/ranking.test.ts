/**
 * What a change of ranking does to questions on a frozen corpus. `npm run golden` writes the new lists;
 * a reviewer reads which ranks moved, and `rank-stats.txt` says whether it was worth it.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { ablation } from '../../src/eval/ablation.ts';
import { evaluate, type Meanings } from '../../src/eval/evaluate.ts';
import { meaningsOf } from '../../src/eval/meanings.ts';
import { placeScores, type Scores, scoresByCategory, scoresOf } from '../../src/eval/report.ts';
import type { Snapshot } from '../../src/index/snapshot.ts';
import { search } from '../../src/query/search.ts';
import type { VectorService } from '../../src/semantic/vector-service.ts';
import {
  absentQuestions,
  FOLDER,
  rankingQuestions,
  rankingSnapshot,
  rankingVectors,
} from './ranking-set.ts';

let snapshot: Snapshot;
let vectors: VectorService;
let meanings: Meanings;
const questions = rankingQuestions();
beforeAll(async () => {
  snapshot = await rankingSnapshot();
  vectors = await rankingVectors(snapshot);
  meanings = await meaningsOf(vectors, snapshot.text, questions);
});

const golden = (name: string): string => fileURLToPath(new URL(name, FOLDER));
const ranked = () => evaluate(snapshot, questions, { now: () => 0, meanings });

test('reports the ranks of the targets and the first five hits per question', async () => {
  const sections = ranked().map(({ question, hits, ranks, confidence }) => {
    const wanted = question.targets.map(({ path, lines }, index) => {
      const place = lines === undefined ? path : `${path}:${lines.startLine}-${lines.endLine}`;
      return `  ${place}: rank ${ranks[index] ?? 'none'}`;
    });
    const shown = hits.slice(0, 5).map((hit, index) => {
      const { name, kind } = snapshot.graph.node(hit.node);
      return `    ${index + 1}. ${hit.path}:${hit.startLine}-${hit.endLine} ${kind} ${name}`;
    });
    const head = `${question.id} "${question.query}" (${confidence})`;
    return [head, ...wanted, ...shown].join('\n');
  });
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot(golden('ranked.golden'));
});

test('reports recall, MRR and NDCG by category and by signal', async () => {
  const answers = ranked();
  const categories = Object.entries(scoresByCategory(answers));
  const { targets, met, precision } = placeScores(answers);
  const lines = [
    'questions recall@1 recall@5 MRR NDCG@10',
    ...[['all', scoresOf(answers)] as const, ...categories].map(([name, scores]) =>
      statsLine(name, scores),
    ),
    '',
    `right lines: ${met.toFixed(3)} of ${targets}, ${precision.toFixed(3)} of what is shown`,
    '',
    'NDCG@10 recall@1',
    ...ablation(snapshot, questions, meanings).map(
      (row) => `${row.ndcg_at_10.toFixed(3)} ${row.recall_at_1.toFixed(3)} ${row.variant}`,
    ),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('rank-stats.txt'));
});

function statsLine(name: string, scores: Scores): string {
  const { questions, recall_at_1: first, recall_at_5: five, mrr, ndcg_at_10: ndcg } = scores;
  const cells = [first, five, mrr, ndcg].map((value) => value.toFixed(3));
  return [questions, ...cells, name].join(' ');
}

test('the declaration named by a hit contains all lines of the hit', () => {
  for (const { hits } of ranked()) {
    for (const { node, startLine, endLine } of hits) {
      const { kind, id, ...lines } = snapshot.graph.node(node);
      if (kind === 'file') continue;
      expect([id, lines.startLine <= startLine && endLine <= lines.endLine]).toEqual([id, true]);
    }
  }
});

test.each(absentQuestions())(
  'a search for something absent has low confidence: "%s"',
  async (query) => {
    const inScope = new Uint8Array(snapshot.text.fileCount).fill(1);
    const { confidence } = search(snapshot, {
      query,
      meaning: await vectors.meaning(snapshot.text, query, inScope),
      maxResults: 10,
      languages: [],
      kinds: [],
      includeTests: 'penalize',
    });
    expect(['low', 'none']).toContain(confidence);
  },
);
