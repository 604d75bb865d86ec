import { type Budget, type Detail, type Fitted, fitRenderings, type Rendering } from './budget.ts';
import { type Counts, countsOf } from './counts.ts';

/** An answer of a tool, before its frame adds the fields that all answers have. */
export interface RenderedAnswer<Fields> {
  readonly fields: Fields;
  readonly notes: readonly string[];
  /** The parts of the text, one below the other; empty parts are left out. */
  readonly text: readonly string[];
}

/** Renders an answer within a budget. Called again with a smaller budget if it is too long. */
export type RenderAnswer<Fields> = (
  budget: Budget & { readonly tokensMax: number },
) => RenderedAnswer<Fields> | Promise<RenderedAnswer<Fields>>;

export interface List<Item> {
  readonly rows: readonly (readonly Rendering<Item>[])[];
  readonly detail: Detail;
  /** Number of rows there are in all, if only the first are given. */
  readonly total?: number;
  /** Chooses what fits; by default the first rows, see {@link fitRenderings}. */
  readonly choose?: typeof fitRenderings<Item>;
}

/** The part of a list that fits. */
export interface FittedList<Item> extends Fitted<Item> {
  readonly items: Item[];
  readonly counts: Counts;
}

/** Returns the rendering of an answer that is mainly one list. */
export function renderList<Item, Fields>(
  { rows, detail, total = rows.length, choose = fitRenderings }: List<Item>,
  render: (fitted: FittedList<Item>) => RenderedAnswer<Fields>,
): RenderAnswer<Fields> {
  return (budget) => {
    const fitted = choose(rows, { budget, detail, tokensMax: budget.tokensMax });
    return render({
      ...fitted,
      items: [...fitted.items],
      counts: countsOf(fitted.items.length, total),
    });
  };
}
