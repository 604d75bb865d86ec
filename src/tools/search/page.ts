/** The paging fields that all searches share. */
import { z } from 'zod';
import type { Fitted } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { generationOf } from '../answer/index-fields.ts';
import type { OpenIndex } from '../context.ts';
import { nextPage, type PageOwner, type PageStart } from './cursor.ts';

/** The text shows the lines of the first hits, as far as their score is above this share of the best. */
export const STEEP_DROP = 0.6;
export const HEAD_HITS_MAX = 3;
/** As soon as so much text is shown, further hits are lines. */
export const HEAD_CHARACTERS = 800;

export const pageShape = {
  ...countsShape,
  /** Offset of the next page; absent on the last page. */
  next_cursor: z.string().optional(),
  notes: z.array(z.string()),
} as const;

/**
 * Identifies the list of results of a request in some projects; `identity` is the part of the
 * request that determines it.
 */
export function pageOwner(indexes: readonly OpenIndex[], identity: readonly unknown[]): PageOwner {
  const names = indexes.map(({ project }) => project.name);
  return { generation: generationOf(indexes), request: [...names, ...identity] };
}

interface Page {
  readonly owner: PageOwner;
  readonly start: PageStart;
  /** Total over all pages. */
  readonly total: number;
  readonly notes: readonly string[];
}

/** Returns the paging fields and all notes; `notes` go between the note about cuts and the next page. */
export function pageFields(
  fitted: Pick<Fitted<unknown>, 'items' | 'notes'>,
  { owner, start, total, notes }: Page,
) {
  const shown = fitted.items.length;
  const next = nextPage(owner, start, { shown, total });
  return {
    fields: { ...countsOf(shown, total), ...next.fields },
    notes: [...fitted.notes, ...notes, ...next.notes],
  };
}
