import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentValues } from '../../src/base/recent-values.ts';

test('values are computed once while they fit, and again after they were dropped', () => {
  const computed: number[] = [];
  const values = new RecentValues(
    9,
    (index) => {
      computed.push(index);
      return `${index}`;
    },
    () => 1,
    2,
  );
  for (const index of [0, 1, 0, 1, 0]) values.get(index);
  expect(computed).toEqual([0, 1]);
  // 0 is used again while 2 and 3 come, so it stays; 1 is dropped.
  for (const index of [2, 0, 3, 0, 1]) values.get(index);
  expect(computed).toEqual([0, 1, 2, 3, 1]);
});

test('no more than twice the bound is kept, and every value is that of its number', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 })), fc.integer({ min: 1, max: 9 }), (asked, sizeMax) => {
      let computed = 0;
      const values = new RecentValues(
        31,
        (index) => {
          computed++;
          return { index };
        },
        () => 1,
        sizeMax,
      );
      for (const index of asked) expect(values.get(index).index).toBe(index);
      const distinct = new Set(asked).size;
      expect(computed).toBeGreaterThanOrEqual(distinct);
      // What was used last is still there.
      const before = computed;
      for (const index of new Set(asked.slice(-1))) values.get(index);
      expect(computed).toBe(before);
    }),
  );
});
