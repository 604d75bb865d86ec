/** eval on a real project, from a file of questions and from the project itself. */
import { expect, test } from 'vitest';
import { evalReportText } from '../../src/eval/report-text.ts';
import { runEval } from '../../src/eval/run.ts';
import { CALIBRATED_SIGNALS } from '../../src/query/weights.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from '../tools/temp-context.ts';

const FILES = {
  'src/retry.ts':
    '/** Zorbles the wibble of a quux after every frobnication of grault. */\nexport function pauseBeforeNextTry(count: number): number {\n  return 2 ** count;\n}\n',
  'src/price.ts':
    '/** Adds the tax of the country where goods are sent. */\nexport function grossPrice(net: number): number {\n  return net * 1.19;\n}\n',
  'src/cart.ts': 'export class Cart {\n  add(item: string): void {}\n}\n',
};

const place = (path: string, startLine: number, endLine: number) => ({
  path,
  lines: { startLine, endLine },
});

async function evaluated(given: Parameters<typeof runEval>[1]['given'], ablate = false) {
  const temp = await tempProject(FILES);
  git(temp.config.root, 'init');
  commitAll(temp.config.root, 'all of it in the beginning');
  await temp.write('src/cart.ts', 'export class Cart {\n  add(item: string, n = 1): void {}\n}\n');
  commitAll(temp.config.root, 'put several goods into the cart at once');
  const { context } = await toolCaller({ temp });
  let clock = 0;
  return runEval(context, {
    project: undefined,
    given,
    selfMax: 50,
    ablate,
    now: () => clock++,
  });
}

test('a question file is evaluated with ranks, places, budgets and targets that are not indexed', async () => {
  const report = await evaluated({
    source: 'q.jsonl',
    questions: [
      {
        id: 'a',
        query: 'gross price',
        category: 'x',
        targets: [place('src/price.ts', 2, 4)],
      },
      { id: 'b', query: 'cart', category: 'y', targets: [{ path: 'gone.ts', lines: undefined }] },
    ],
  });
  expect(report.overall).toMatchObject({ questions: 2, recall_at_1: 0.5, mrr: 0.5 });
  expect(report.categories).toMatchObject({ x: { ndcg_at_10: 1 }, y: { ndcg_at_10: 0 } });
  expect(report.places).toEqual({ targets: 1, met: 1, precision: 1 });
  expect(report.latency).toEqual({ p50: 1, p95: 1 });
  expect(report.budgets.map(({ max_tokens: max, recall }) => [max, recall])).toEqual([
    [500, 0.5],
    [1000, 0.5],
    [2000, 0.5],
  ]);
  expect(report.questions[1]).toMatchObject({
    id: 'b',
    targets: [{ path: 'gone.ts', rank: null, file_rank: null }],
    instead: 'src/cart.ts:1-3',
  });
  expect(report.notes).toEqual(['1 targets are not indexed and count as misses: gone.ts']);
});

test('a self-evaluation blanks the comments that it uses as questions', async () => {
  const report = await evaluated(undefined);
  const queries = report.questions.map(({ category, query }) => `${category}: ${query}`);
  expect(queries).toEqual([
    'doc: Adds the tax of the country where goods are sent.',
    'doc: Zorbles the wibble of a quux after every frobnication of grault.',
    'commit: put several goods into the cart at once',
    'commit: all of it in the beginning',
  ]);
  // Nothing else has these words, and they have no vectors: with the comment, it would be first.
  const masked = report.questions.find(({ query }) => query.startsWith('Zorbles'));
  expect(masked?.targets[0]).toMatchObject({ start_line: 2, end_line: 4, rank: null });
  expect(report.questions.find(({ query }) => query.startsWith('put'))?.ndcg_at_10).toBe(1);
});

test('the ablation has rows for each signal, without the signal, and for the evidence alone', async () => {
  const targets = [place('src/price.ts', 2, 4)];
  const questions = [{ id: 'a', query: 'gross price', category: 'x', targets }];
  const { ablation, ...report } = await evaluated({ source: 'q', questions }, true);
  const variants = ablation.map(({ variant }) => variant);
  expect(variants[0]).toBe('all signals');
  for (const signal of CALIBRATED_SIGNALS) expect(variants).toContain(`without ${signal}`);
  expect(variants).toContain('only nameWords');
  expect(variants.at(-1)).toBe('fusion rrf');
  const text = evalReportText({ ...report, ablation }, 5);
  expect(text).toContain('without nameWords');
  expect(text).toMatch(/^all +1 +1\.000/m);
});
