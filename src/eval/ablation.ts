/** Measures the value of each signal by evaluating the same questions without it. */
import type { Snapshot } from '../index/snapshot.ts';
import type { Fusion } from '../query/fuse.ts';
import {
  MEASURED_SIGNALS,
  SIGNALS,
  type SignalName,
  type SignalWeights,
} from '../query/weights.ts';
import { evaluate, type Meanings } from './evaluate.ts';
import type { Question } from './question.ts';
import { type AblationRow, scoresOf } from './report.ts';

interface Variant {
  readonly variant: string;
  readonly fusion?: Fusion;
  readonly weights?: SignalWeights;
}

export function ablation(
  snapshot: Snapshot,
  questions: readonly Question[],
  meanings?: Meanings,
): readonly AblationRow[] {
  return variants().map(({ variant, fusion, weights }) => {
    const scores = scoresOf(
      evaluate(snapshot, questions, { now: () => 0, fusion, weights, meanings }),
    );
    return { variant, ndcg_at_10: scores.ndcg_at_10, recall_at_1: scores.recall_at_1 };
  });
}

/** Question sets have no disk or session, so signals from those change nothing. */
const EVIDENCE = MEASURED_SIGNALS.filter((name) => SIGNALS[name].weight > 0);

function variants(): readonly Variant[] {
  const families = [...new Set(MEASURED_SIGNALS.map((name) => SIGNALS[name].family))];
  return [
    { variant: 'all signals' },
    ...MEASURED_SIGNALS.map((name) => ({ variant: `without ${name}`, weights: without([name]) })),
    ...families.map((family) => ({
      variant: `without ${family} evidence`,
      weights: without(EVIDENCE.filter((name) => SIGNALS[name].family === family)),
    })),
    {
      variant: 'without penalties',
      weights: without(MEASURED_SIGNALS.filter((name) => SIGNALS[name].weight < 0)),
    },
    ...EVIDENCE.map((name) => ({
      variant: `only ${name}`,
      weights: without(MEASURED_SIGNALS.filter((other) => other !== name)),
    })),
    { variant: 'fusion rrf', fusion: 'rrf' },
  ];
}

function without(names: readonly SignalName[]): SignalWeights {
  return Object.fromEntries(names.map((name) => [name, 0]));
}
