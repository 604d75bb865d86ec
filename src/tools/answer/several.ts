/** Several answers of one kind in one: the budget is shared, so that no answer crowds out another. */
import { type Budget, sizeIn } from './budget.ts';
import { DATA_NOTICE } from './display.ts';
import type { RenderAnswer, RenderedAnswer } from './rendered-answer.ts';

/** An answer and the words of its request. */
export interface RequestedAnswer<Fields> {
  readonly requested: string;
  readonly render: RenderAnswer<Fields>;
}

/**
 * Renders each answer within its share of the budget. What a short answer leaves goes to the
 * longer ones. The first answer's fields are the fields of the whole; the others follow in `more`.
 */
export function renderSeveral<Fields extends object>(
  requests: readonly [RequestedAnswer<Fields>, ...RequestedAnswer<Fields>[]],
): RenderAnswer<Fields & { readonly more?: Fields[] }> {
  const [only, ...others] = requests;
  if (others.length === 0) return only.render;
  return async (budget) => {
    const whole: RenderedAnswer<Fields>[] = [];
    for (const { render } of requests) whole.push(await render(budget));
    const sizes = whole.map((answer) => sizeOf(answer, budget));
    const shares = fairShares(sizes, budget.characters);
    const answers: RenderedAnswer<Fields>[] = [];
    for (const [index, { render }] of requests.entries()) {
      const characters = shares[index] ?? 0;
      const full = whole[index];
      const isWhole = full !== undefined && (sizes[index] ?? 0) <= characters;
      answers.push(isWhole ? full : await render({ ...budget, characters }));
    }
    const [first, ...rest] = answers.map(({ fields }) => fields) as [Fields, ...Fields[]];
    return {
      fields: { ...first, more: rest },
      notes: answers.flatMap(({ notes }, index) =>
        notes.map((note) => `${requests[index]?.requested}: ${note}`),
      ),
      text: withOneNotice(answers.flatMap(({ text }) => text)),
    };
  };
}

/** The notice about quoted source holds for all that follow it. */
function withOneNotice(parts: readonly string[]): readonly string[] {
  const first = parts.findIndex((part) => part.includes(DATA_NOTICE));
  return parts.map((part, place) => (place <= first ? part : part.replace(`${DATA_NOTICE}\n`, '')));
}

function sizeOf({ fields, notes, text }: RenderedAnswer<object>, { channel }: Budget): number {
  const parts = [...text, ...notes].reduce((sum, part) => sum + part.length + 1, 0);
  return sizeIn(channel, parts, JSON.stringify(fields).length);
}

/** Returns the share of each: what it needs if that is little, and else an equal part of the rest. */
export function fairShares(needs: readonly number[], total: number): readonly number[] {
  const shares = needs.map(() => 0);
  const order = [...needs.keys()].sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0) || a - b);
  let left = total;
  for (const [place, index] of order.entries()) {
    const share = Math.min(needs[index] ?? 0, Math.floor(left / (order.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
