import { GraphMemoryError } from '../base/errors.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { type OpenIndex, openIndex, type ToolContext } from '../tools/context.ts';
import { ablation } from './ablation.ts';
import { evaluate } from './evaluate.ts';
import { meaningsOf } from './meanings.ts';
import type { Question } from './question.ts';
import {
  confidenceRows,
  type EvalReport,
  latencyOf,
  placeScores,
  questionReport,
  scoresByCategory,
  scoresOf,
} from './report.ts';
import { selfQuestions } from './self-questions.ts';
import { BUDGETS_TOKENS, budgetReport } from './token-budget.ts';

export interface EvalRequest {
  readonly project: string | undefined;
  /** Undefined if the questions come from the project's own comments and commits. */
  readonly given: { readonly source: string; readonly questions: readonly Question[] } | undefined;
  /** Maximum number of self-made questions of each kind. */
  readonly selfMax: number;
  readonly ablate: boolean;
  /** Monotonic time in milliseconds, with fractions. */
  readonly now: () => number;
}

/**
 * Evaluates a project with questions that have known answers, and reports the quality of the
 * results.
 * @throws {GraphMemoryError} GM_USAGE when no questions can be made from a project.
 */
export async function runEval(context: ToolContext, request: EvalRequest): Promise<EvalReport> {
  const open = await openIndex(context, request.project);
  const { snapshot, questions, notes } = await questionsFor(open, request);
  // Runs once as a warm-up: the first query builds tables, and cold code says nothing about the
  // ranking.
  const meanings = await meaningsOf(open.project.vectors, snapshot.text, questions);
  evaluate(snapshot, questions, { ...request, meanings });
  const ranked = evaluate(snapshot, questions, { ...request, meanings });
  const budgets = [];
  if (request.given !== undefined) {
    const asOverMcp = { ...context, channel: 'text' as const };
    for (const tokensMax of BUDGETS_TOKENS) {
      budgets.push(await budgetReport(asOverMcp, open.project.name, questions, tokensMax));
    }
  }
  return {
    project: open.project.name,
    source: request.given?.source ?? 'its own comments and commits',
    files: snapshot.text.fileCount,
    chunks: snapshot.text.chunkCount,
    overall: scoresOf(ranked),
    categories: scoresByCategory(ranked),
    places: placeScores(ranked),
    latency: latencyOf(ranked),
    confidence: confidenceRows(ranked),
    budgets,
    ablation: request.ablate ? ablation(snapshot, questions, meanings) : [],
    questions: ranked.map(questionReport),
    notes,
  };
}

async function questionsFor(
  { project, snapshot }: OpenIndex,
  { given, selfMax }: EvalRequest,
): Promise<{ snapshot: Snapshot; questions: readonly Question[]; notes: readonly string[] }> {
  if (given !== undefined) {
    return {
      snapshot,
      questions: given.questions,
      notes: unknownTargets(snapshot, given.questions),
    };
  }
  const own = await selfQuestions(project, selfMax);
  if (own.questions.length > 0) return own;
  throw new GraphMemoryError(
    'GM_USAGE',
    `${project.name} has no comments or commits to ask about`,
    {
      hint: 'Write questions of your own into a file, as docs/ranking.md describes.',
    },
  );
}

/**
 * Returns the targets that are not indexed and can never be found: a typing error, or a file that
 * was skipped.
 */
function unknownTargets({ graph }: Snapshot, questions: readonly Question[]): string[] {
  const unknown = new Set(
    questions
      .flatMap(({ targets }) => targets.map(({ path }) => path))
      .filter((path) => graph.fileNode(path) === undefined),
  );
  if (unknown.size === 0) return [];
  const some = [...unknown].slice(0, 3).join(', ');
  return [`${unknown.size} targets are not indexed and count as misses: ${some}`];
}
