/**
 * Decides how much to send if nothing matches well. A search always has a nearest result. Code
 * about something else costs the reader more than it helps, so only some locations are listed.
 */
import type { Confidence } from '../../query/confidence.ts';
import type { Detail } from '../answer/budget.ts';

const NAMED_MAX = 3;

/** The results and how they were requested. */
interface Found {
  readonly confidence: Confidence;
  /** Whether a file contains the whole query, or the quoted text in it, literally. */
  readonly isWholeExact: boolean;
  readonly total: number;
  /** A caller that continues with a cursor has already seen the locations and wants the rest. */
  readonly cursor: string | undefined;
}

export interface PageForm {
  readonly resultsMax: number;
  readonly detail: Detail;
  readonly notes: readonly string[];
}

/** Returns the form of a page: as requested, or locations only. */
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
    notes: ['no confident match; only the nearest names are listed, without text'],
  };
}
