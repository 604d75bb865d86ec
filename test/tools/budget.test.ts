import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutNote,
  fitBestFirst,
  fitLevels,
  fitOutline,
  fitRenderings,
} from '../../src/tools/answer/budget.ts';

/** Costs grow with the level, as longer renderings do. */
const growing = fc
  .array(fc.nat(300), { minLength: 3, maxLength: 3 })
  .map((steps) => steps.map((_, level) => 1 + steps.slice(0, level + 1).reduce((a, b) => a + b)));
const lists = fc.array(growing, { maxLength: 30 });

function total(costs: readonly (readonly number[])[], levels: readonly number[]): number {
  return levels.reduce((sum, level, item) => sum + (costs[item]?.[level] ?? 0), 0);
}

describe('fitLevels', () => {
  it('stays within the budget, but always shows the first item', () => {
    fc.assert(
      fc.property(lists, fc.nat(5000), (costs, budget) => {
        const levels = fitLevels(costs, budget, 2);
        if (costs.length > 0) expect(levels.length).toBeGreaterThan(0);
        const isForced = levels.length === 1 && levels[0] === 0;
        if (!isForced) expect(total(costs, levels)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('never shows more of a later item than of an earlier one', () => {
    fc.assert(
      fc.property(lists, fc.nat(5000), (costs, budget) => {
        const levels = fitLevels(costs, budget, 2);
        expect(levels).toEqual(levels.toSorted((a, b) => b - a));
      }),
    );
  });

  it('shows everything in full if there is room', () => {
    fc.assert(
      fc.property(lists, (costs) => {
        expect(fitLevels(costs, 1e6, 2)).toEqual(costs.map(() => 2));
      }),
    );
  });

  it('prefers more items to longer ones', () => {
    // Three locations fit; the first may be a signature with what is left, none a snippet.
    const costs = [
      [10, 20, 100],
      [10, 20, 100],
      [10, 20, 100],
    ];
    expect(fitLevels(costs, 45, 2)).toEqual([1, 0, 0]);
  });

  it('does not exceed the requested level', () => {
    expect(fitLevels([[1, 2, 3]], 100, 1)).toEqual([1]);
  });
});

describe('fitBestFirst', () => {
  it('stays within the budget and shows no later item longer than an earlier one', () => {
    fc.assert(
      fc.property(lists, fc.nat(5000), (costs, budget) => {
        const levels = fitBestFirst(costs, budget, 2);
        const isForced = levels.length === 1 && levels[0] === 0;
        if (!isForced) expect(total(costs, levels)).toBeLessThanOrEqual(budget);
        expect(levels).toEqual(levels.toSorted((a, b) => b - a));
      }),
    );
  });

  it('prefers the code of the first items, and names further ones with a part of the budget', () => {
    const costs = Array.from({ length: 10 }, () => [10, 20, 100]);
    expect(fitBestFirst(costs, 420, 2)).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 0, 0]);
    expect(fitBestFirst(costs, 150, 2)).toEqual([2, 0, 0, 0, 0, 0]);
    expect(fitLevels(costs, 150, 2)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });
});

describe('fitOutline', () => {
  const row = (depth: number) => [{ item: { depth }, text: 'x'.repeat(9) }];
  const outline = [row(0), row(1), row(2), row(0), row(1), row(0)];
  const shown = (characters: number) => {
    const budget = { characters, channel: 'text' as const };
    const { items, notes } = fitOutline(outline, { budget, detail: 'locations', tokensMax: 200 });
    return { depths: items.map(({ depth }) => depth), notes };
  };

  it('drops inner entries before entries further down', () => {
    expect(shown(60)).toEqual({ depths: [0, 1, 2, 0, 1, 0], notes: [] });
    expect(shown(50).depths).toEqual([0, 1, 0, 1, 0]);
    expect(shown(30).depths).toEqual([0, 0, 0]);
    expect(shown(30).notes).toEqual([
      'cut to max_tokens 200: 3 nested in these left out. Raise max_tokens, or request one.',
    ]);
  });

  it('also cuts the end of the list if not even the outermost entries fit, and reports both cuts', () => {
    expect(shown(20).depths).toEqual([0, 0]);
    expect(shown(20).notes).toHaveLength(2);
  });
});

describe('cutNote', () => {
  it.each([
    ['nothing was cut', [2, 2], { items: 2, level: 2 }, undefined],
    ['items were cut', [0], { items: 3, level: 0 }, /1 of 3 fit/],
    ['snippets were cut', [2, 1], { items: 2, level: 2 }, /snippets for the first 1 only/],
    ['signatures were cut', [1, 0], { items: 2, level: 1 }, /signatures for the first 1 only/],
  ] as const)('returns the right note when %s', (_, levels, included, note) => {
    const said = cutNote(levels, included, 500);
    if (note === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(note);
  });
});

describe('fitRenderings', () => {
  it.each([
    ['text', 1],
    ['data', 2],
    ['both', 1],
  ] as const)('counts the cost of what the channel sends: %s', (channel, count) => {
    const short = { item: { a: 1 }, text: 'x'.repeat(50) };
    const fitted = fitRenderings([[short], [short]], {
      budget: { characters: 60, channel },
      detail: 'locations',
      tokensMax: 15,
    });
    expect(fitted.items).toHaveLength(count);
    expect(fitted.notes.length === 0).toBe(count === 2);
  });
});
