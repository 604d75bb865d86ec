/** Orders changes by risk, with the reasons. */
import type { BrokenUse } from './breaks.ts';
import type { Aspect, SymbolChange } from './symbol-changes.ts';

export const RISKS = ['high', 'medium', 'low'] as const;
type Risk = (typeof RISKS)[number];

export interface RiskyChange extends SymbolChange {
  readonly risk: Risk;
  readonly reasons: readonly string[];
  readonly broken: readonly BrokenUse[];
  /** Number of uses that certainly no longer fit. */
  readonly brokenCount: number;
  /** Number of symbols that use it, by distance from 1. */
  readonly users: readonly number[];
}

interface RiskInput {
  readonly broken: readonly BrokenUse[];
  readonly users: readonly number[];
  /** Whether a test reaches the change. */
  readonly isTested: boolean;
  /** Whether a test could reach it. */
  readonly isTestable: boolean;
  /** Whether the symbol is part of tests. */
  readonly isOfTests: boolean;
}

/** Number of direct users from which a symbol counts as widely used. */
const WIDELY_USED = 10;

const ASPECT_REASONS: Readonly<Partial<Record<Aspect, string>>> = {
  signature: 'its signature changed',
  bases: 'its base types changed',
  visibility: 'its visibility changed',
  kind: 'it is another kind of symbol now',
};

/** Rates one change. */
export function rate(change: SymbolChange, input: RiskInput): RiskyChange {
  const { broken } = input;
  const certain = broken.filter(({ kind }) => kind !== 'mayNoLongerFit').length;
  const possible = broken.length - certain;
  const reasons: string[] = [];
  let points = 0;
  const add = (more: number, reason: string) => {
    points += more;
    reasons.push(reason);
  };
  if (certain > 0) add(100 + certain, `${countOf(certain, 'use')} would break`);
  if (possible > 0) add(12, `${countOf(possible, 'use')} may break`);
  if (change.change !== 'added') {
    for (const aspect of change.aspects) {
      const reason = ASPECT_REASONS[aspect];
      if (reason !== undefined && (input.users[0] ?? 0) > 0) add(10, reason);
    }
    const direct = input.users[0] ?? 0;
    const isBehaviour = change.aspects.some((aspect) => aspect !== 'doc');
    if (isBehaviour && direct > 0) {
      const users = direct === 1 ? '1 symbol uses it' : `${direct} symbols use it`;
      add(direct >= WIDELY_USED ? 12 : 2, `${users} directly`);
    }
    if (isBehaviour && input.isTestable && !input.isTested) add(4, 'no test reaches it');
  }
  const level = input.isOfTests && certain === 0 ? 'low' : levelOf(points);
  return { ...change, risk: level, reasons, broken, brokenCount: certain, users: input.users };
}

function levelOf(points: number): Risk {
  if (points >= 100) return 'high';
  return points >= 12 ? 'medium' : 'low';
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Sorts by risk, then by the number of broken uses and of users; ties keep their order. */
export function byRisk(a: RiskyChange, b: RiskyChange): number {
  return (
    RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) ||
    b.brokenCount - a.brokenCount ||
    sum(b.users) - sum(a.users)
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
