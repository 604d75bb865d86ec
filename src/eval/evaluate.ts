import type { Snapshot } from '../index/snapshot.ts';
import type { Confidence } from '../query/confidence.ts';
import type { MeaningEvidence } from '../query/evidence/evidence.ts';
import type { Fusion } from '../query/fuse.ts';
import { type SearchHit, search } from '../query/search.ts';
import type { SignalWeights } from '../query/weights.ts';
import { NDCG_DEPTH, type Ranks, ranksOf } from './measures.ts';
import type { Question } from './question.ts';

export interface EvaluateOptions {
  /** Monotonic, in ms with fractions. */
  readonly now: () => number;
  readonly fusion?: Fusion | undefined;
  /** Instead of the table's. */
  readonly weights?: SignalWeights | undefined;
  /** Per question what its vectors say; none unless given. */
  readonly meanings?: Meanings | undefined;
}

export type Meanings = ReadonlyMap<Question, MeaningEvidence>;

/** One question, asked. */
export interface RankedQuestion extends Ranks {
  readonly question: Question;
  /** The first ten. */
  readonly hits: readonly SearchHit[];
  readonly confidence: Confidence;
  readonly margin: number;
  readonly milliseconds: number;
}

/** Asks every question once; the answers are those that code_search ranks, before any token budget. */
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
