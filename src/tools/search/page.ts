/** A page of a ranked list: what all searches say of it. */
import { z } from 'zod';
import type { Fitted } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { generationOf } from '../answer/index-fields.ts';
import type { OpenIndex } from '../context.ts';
import { nextPage, type PageOwner, type PageStart } from './cursor.ts';

export const pageShape = {
  ...countsShape,
  /** Of the next page; absent on the last. */
  next_cursor: z.string().optional(),
  notes: z.array(z.string()),
} as const;

/** The list that a request has of some projects; `identity` is all of the request that decides it. */
export function pageOwner(indexes: readonly OpenIndex[], identity: readonly unknown[]): PageOwner {
  const names = indexes.map(({ project }) => project.name);
  return { generation: generationOf(indexes), request: [...names, ...identity] };
}

interface Page {
  readonly owner: PageOwner;
  readonly start: PageStart;
  /** Of all pages. */
  readonly total: number;
  readonly notes: readonly string[];
}

/** `notes` stand between what was cut from this page and where the next begins. */
export function pageFields(
  fitted: Pick<Fitted<unknown>, 'items' | 'notes'>,
  { owner, start, total, notes }: Page,
) {
  const shown = fitted.items.length;
  const next = nextPage(owner, start, { shown, total });
  return {
    ...countsOf(shown, total),
    ...next.fields,
    notes: [...fitted.notes, ...notes, ...next.notes],
  };
}
