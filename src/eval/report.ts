import type { RankedQuestion } from './evaluate.ts';
import {
  mean,
  NDCG_DEPTH,
  ndcg,
  percentile,
  type Ranks,
  recallAt,
  reciprocalRank,
} from './measures.ts';
import type { BudgetReport } from './token-budget.ts';

/** Means over all questions, 0–1. */
export interface Scores {
  readonly questions: number;
  readonly recall_at_1: number;
  readonly recall_at_5: number;
  readonly recall_at_10: number;
  readonly mrr: number;
  readonly ndcg_at_10: number;
}

/** Measures whether the right lines of the right file are shown. */
export interface PlaceScores {
  /** Number of targets with lines whose file is among the first ten. */
  readonly targets: number;
  /** Share of those targets whose lines overlap the lines shown. */
  readonly met: number;
  /** Mean share of the shown lines that belong to the target; 1 if only the target is shown. */
  readonly precision: number;
}

export interface QuestionReport {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  readonly ndcg_at_10: number;
  readonly milliseconds: number;
  readonly confidence: string;
  readonly targets: readonly {
    readonly path: string;
    readonly start_line?: number;
    readonly end_line?: number;
    /** Rank by path and lines; null if not among the first ten. */
    readonly rank: number | null;
    readonly file_rank: number | null;
  }[];
  /** The first hit, if it is not a target. */
  readonly instead?: string;
}

/** One row of the ablation: scores of the same questions with other weights. */
export interface AblationRow {
  readonly variant: string;
  readonly ndcg_at_10: number;
  readonly recall_at_1: number;
}

export interface EvalReport {
  readonly project: string;
  readonly source: string;
  readonly files: number;
  readonly chunks: number;
  readonly overall: Scores;
  readonly categories: Readonly<Record<string, Scores>>;
  readonly places: PlaceScores;
  /** Latency of ranking alone, in milliseconds. */
  readonly latency: { readonly p50: number; readonly p95: number };
  /** Share of first hits that are targets, by reported confidence. */
  readonly confidence: readonly {
    readonly confidence: string;
    readonly questions: number;
    readonly first_right: number;
  }[];
  readonly budgets: readonly BudgetReport[];
  readonly ablation: readonly AblationRow[];
  readonly questions: readonly QuestionReport[];
  readonly notes: readonly string[];
}

export function scoresOf(ranked: readonly Ranks[]): Scores {
  const meanOf = (measure: (ranks: Ranks['ranks']) => number): number =>
    mean(ranked.map(({ ranks }) => measure(ranks)));
  return {
    questions: ranked.length,
    recall_at_1: meanOf((ranks) => recallAt(ranks, 1)),
    recall_at_5: meanOf((ranks) => recallAt(ranks, 5)),
    recall_at_10: meanOf((ranks) => recallAt(ranks, NDCG_DEPTH)),
    mrr: meanOf(reciprocalRank),
    ndcg_at_10: meanOf((ranks) => ndcg(ranks)),
  };
}

/** Returns the scores per category, in order of the category names. */
export function scoresByCategory(ranked: readonly RankedQuestion[]): Record<string, Scores> {
  const names = [...new Set(ranked.map(({ question }) => question.category))].sort();
  return Object.fromEntries(
    names.map((name) => [name, scoresOf(ranked.filter((one) => one.question.category === name))]),
  );
}

export function placeScores(ranked: readonly RankedQuestion[]): PlaceScores {
  const precisions: number[] = [];
  for (const { question, hits, fileRanks } of ranked) {
    for (const [index, { lines }] of question.targets.entries()) {
      const hit = hits[(fileRanks[index] ?? 0) - 1];
      if (lines === undefined || hit === undefined) continue;
      const first = Math.max(hit.startLine, lines.startLine);
      const last = Math.min(hit.endLine, lines.endLine);
      precisions.push(Math.max(0, last - first + 1) / (hit.endLine - hit.startLine + 1));
    }
  }
  return {
    targets: precisions.length,
    met: mean(precisions.map((precision) => (precision > 0 ? 1 : 0))),
    precision: mean(precisions),
  };
}

const CONFIDENCES = ['high', 'medium', 'low', 'none'] as const;

export function confidenceRows(ranked: readonly RankedQuestion[]): EvalReport['confidence'] {
  return CONFIDENCES.map((confidence) => {
    const rows = ranked.filter((one) => one.confidence === confidence);
    const right = rows.map(({ fileRanks }) => (fileRanks.includes(1) ? 1 : 0));
    return { confidence, questions: rows.length, first_right: mean(right) };
  });
}

export function latencyOf(ranked: readonly RankedQuestion[]): EvalReport['latency'] {
  const times = ranked.map(({ milliseconds }) => milliseconds);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

export function questionReport(ranked: RankedQuestion): QuestionReport {
  const { question, ranks, fileRanks, hits } = ranked;
  const [first] = hits;
  return {
    id: question.id,
    category: question.category,
    query: question.query,
    ndcg_at_10: ndcg(ranks),
    milliseconds: ranked.milliseconds,
    confidence: ranked.confidence,
    targets: question.targets.map(({ path, lines }, index) => ({
      path,
      ...(lines && { start_line: lines.startLine, end_line: lines.endLine }),
      rank: ranks[index] ?? null,
      file_rank: fileRanks[index] ?? null,
    })),
    ...(ranks.includes(1) || first === undefined
      ? {}
      : { instead: `${first.path}:${first.startLine}-${first.endLine}` }),
  };
}
