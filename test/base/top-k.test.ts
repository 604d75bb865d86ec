import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topK } from '../../src/base/top-k.ts';

test('topK equals sorting everything and cutting', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 12 }),
      (scores, k) => {
        const compare = (a: number, b: number): number => scores[b]! - scores[a]! || a - b;
        const items = [...scores.keys()];
        expect(topK(items, k, compare)).toEqual(items.toSorted(compare).slice(0, Math.max(0, k)));
      },
    ),
    { numRuns: 500 },
  );
});

test('the result of topK does not depend on the input order', () => {
  const compare = (a: number, b: number): number => a - b;
  expect(topK([3, 1, 2, 0], 2, compare)).toEqual([0, 1]);
  expect(topK([0, 2, 1, 3], 2, compare)).toEqual([0, 1]);
});
