/**
 * What is sent where nothing fits. A search always has a nearest file; a page of code that is about
 * something else costs its reader more than it tells, so only some places are named then.
 */
import type { Confidence } from '../../query/confidence.ts';
import type { Detail } from '../answer/budget.ts';

const NAMED_MAX = 3;

/** What was found, and how it was asked for. */
interface Found {
  readonly confidence: Confidence;
  /** A file holds all of the query, or what is quoted in it, as it is written. */
  readonly isWholeExact: boolean;
  readonly total: number;
  /** Who goes on with a cursor has seen what is named, and wants the rest. */
  readonly cursor: string | undefined;
}

export interface PageForm {
  readonly resultsMax: number;
  readonly detail: Detail;
  readonly notes: readonly string[];
}

/** How much of a page is sent: what was asked for, or names only. */
export function pageForm(
  { confidence, isWholeExact, total, cursor }: Found,
  included: { readonly max_results: number; readonly detail: Detail },
): PageForm {
  const isFitting = confidence !== 'none' || isWholeExact || cursor !== undefined;
  if (isFitting || total === 0) {
    return { resultsMax: included.max_results, detail: included.detail, notes: [] };
  }
  return {
    resultsMax: Math.min(NAMED_MAX, included.max_results),
    detail: 'locations',
    notes: [
      'no confident match: nothing here really fits, so the nearest are named without their text',
    ],
  };
}
