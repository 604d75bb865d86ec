import { textTable } from '../base/text-table.ts';
import type { EvalReport, QuestionReport, Scores } from './report.ts';

const QUERY_CHARACTERS = 60;

/**
 * Returns the report as text. Questions whose answer is not ranked first come last, worst first.
 */
export function evalReportText(report: EvalReport, missesMax: number): string {
  const { overall, places, latency } = report;
  return [
    `${report.project}: ${overall.questions} questions of ${report.source}; ${report.files} files, ${report.chunks} chunks`,
    '',
    ...textTable([
      ['', 'questions', 'recall@1', 'recall@5', 'recall@10', 'MRR', 'NDCG@10'],
      ['all', ...scoreCells(overall)],
      ...Object.entries(report.categories).map(([name, scores]) => [
        `  ${name}`,
        ...scoreCells(scores),
      ]),
    ]),
    '',
    ...(places.targets === 0
      ? []
      : [
          `right lines of the right file: ${share(places.met)} of ${places.targets} targets with lines; ${share(places.precision)} of the lines shown are the target's`,
        ]),
    `ranking takes ${latency.p50.toFixed(2)} ms (median), ${latency.p95.toFixed(2)} ms (95th percentile)`,
    ...report.budgets.map(
      ({ max_tokens: max, recall, recall_with_code: withCode, tokens, places_mean: shown }) =>
        `within ${max} tokens: recall ${share(recall)}, with code ${share(withCode)}; ${Math.round(tokens.mean)} tokens and ${shown.toFixed(1)} places per answer, ${Math.round(tokens.p95)} tokens at the 95th percentile`,
    ),
    '',
    ...textTable([
      ['confidence', 'questions', 'first right'],
      ...report.confidence.map((row) => [
        row.confidence,
        String(row.questions),
        row.questions === 0 ? '–' : share(row.first_right),
      ]),
    ]),
    ...ablationLines(report),
    ...missLines(report.questions, missesMax),
    ...report.notes.map((note) => `note: ${note}`),
  ].join('\n');
}

function scoreCells(scores: Scores): string[] {
  const { recall_at_1, recall_at_5, recall_at_10, mrr, ndcg_at_10 } = scores;
  return [
    String(scores.questions),
    ...[recall_at_1, recall_at_5, recall_at_10, mrr, ndcg_at_10].map(share),
  ];
}

function ablationLines({ ablation }: EvalReport): string[] {
  if (ablation.length === 0) return [];
  const all = ablation[0]?.ndcg_at_10 ?? 0;
  const rows = ablation.map(({ variant, ndcg_at_10: value, recall_at_1: first }) => {
    const difference = value - all;
    return [
      variant,
      share(value),
      `${difference < 0 ? '' : '+'}${share(difference)}`,
      share(first),
    ];
  });
  return ['', ...textTable([['ablation', 'NDCG@10', 'change', 'recall@1'], ...rows])];
}

function missLines(questions: readonly QuestionReport[], missesMax: number): string[] {
  const misses = questions
    .filter((question) => question.instead !== undefined || question.ndcg_at_10 === 0)
    .toSorted((a, b) => a.ndcg_at_10 - b.ndcg_at_10);
  if (misses.length === 0 || missesMax === 0) return [];
  return [
    '',
    `answers that are not first (${Math.min(missesMax, misses.length)} of ${misses.length}), worst first`,
    ...misses.slice(0, missesMax).map(({ id, query, targets, instead }) => {
      const expected = targets.map(({ path, rank }) => `${path} (${rank ?? '–'})`).join(', ');
      return `  ${id} "${shortened(query)}": ${expected}; first: ${instead ?? 'nothing'}`;
    }),
    '',
  ];
}

function shortened(query: string): string {
  const line = query.replace(/\s+/g, ' ');
  return line.length <= QUERY_CHARACTERS ? line : `${line.slice(0, QUERY_CHARACTERS - 1)}…`;
}

function share(value: number): string {
  return value.toFixed(3);
}
