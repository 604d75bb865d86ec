import type { Snapshot } from '../index/snapshot.ts';
import type { Confidence } from '../query/confidence.ts';
import type { MeaningEvidence } from '../query/evidence/evidence.ts';
import type { Fusion } from '../query/fuse.ts';
import { type SearchHit, search } from '../query/search.ts';
import type { SignalWeights } from '../query/weights.ts';
import { NDCG_DEPTH, type Ranks, ranksOf } from './measures.ts';
import type { Question } from './question.ts';

export interface EvaluateOptions {
  /** Monotonic time in milliseconds, with fractions. */
  readonly now: () => number;
  readonly fusion?: Fusion | undefined;
  /** Replaces the default weights. */
  readonly weights?: SignalWeights | undefined;
  /** The vector evidence for each question, if given. */
  readonly meanings?: Meanings | undefined;
}

export type Meanings = ReadonlyMap<Question, MeaningEvidence>;

/** The results of one question. */
export interface RankedQuestion extends Ranks {
  readonly question: Question;
  /** The first ten hits. */
  readonly hits: readonly SearchHit[];
  readonly confidence: Confidence;
  readonly margin: number;
  readonly milliseconds: number;
}

/** Evaluates every question once. The results are those of code_search before any token budget. */
export function evaluate(
  snapshot: Snapshot,
  questions: readonly Question[],
  { now, fusion, weights, meanings }: EvaluateOptions,
): readonly RankedQuestion[] {
  return questions.map((question) => {
    const startedMs = now();
    const { hits, confidence, margin } = search(snapshot, {
      query: question.query,
      maxResults: NDCG_DEPTH,
      languages: [],
      kinds: [],
      includeTests: 'penalize',
      fusion,
      weights,
      meaning: meanings?.get(question),
    });
    const milliseconds = now() - startedMs;
    return {
      question,
      hits,
      confidence,
      margin,
      milliseconds,
      ...ranksOf(hits, question.targets),
    };
  });
}
