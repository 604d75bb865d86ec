import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ndcg, percentile, ranksOf, recallAt, reciprocalRank } from '../../src/eval/measures.ts';

const place = (path: string, startLine: number, endLine: number) => ({ path, startLine, endLine });
const target = (path: string, startLine?: number, endLine = 0) => ({
  path,
  lines: startLine === undefined ? undefined : { startLine, endLine },
});

describe('ranksOf', () => {
  const places = [place('a.ts', 1, 10), place('b.ts', 5, 9), place('a.ts', 20, 30)];
  test.each([
    ['a path', target('b.ts'), 2, 2],
    ['lines that overlap', target('b.ts', 9, 12), 2, 2],
    ['lines that only touch are not met', target('b.ts', 10, 12), undefined, 2],
    ['lines further down the list', target('a.ts', 25, 25), 3, 1],
    ['a file that is not there', target('c.ts'), undefined, undefined],
  ])('ranks targets correctly: %s', (_, wanted, rank, fileRank) => {
    expect(ranksOf(places, [wanted])).toEqual({ ranks: [rank], fileRanks: [fileRank] });
  });
});

test.each([
  // One target: 1/log2(1 + rank).
  [[1], 1],
  [[2], 1 / Math.log2(3)],
  [[undefined], 0],
  [[11], 0],
  // Two targets, ideal 1 + 1/log2 3.
  [[1, 2], 1],
  [[2, 1], 1],
  [[1, undefined], 1 / (1 + 1 / Math.log2(3))],
  // Both in one hit: gained once.
  [[1, 1], 1 / (1 + 1 / Math.log2(3))],
])('NDCG@10 of %j is correct', (ranks, value) => {
  expect(ndcg(ranks)).toBeCloseTo(value, 12);
});

test('recall and reciprocal rank are computed from the ranks', () => {
  expect(recallAt([1, 6, undefined, 10], 5)).toBe(0.25);
  expect(recallAt([1, 6, undefined, 10], 10)).toBe(0.75);
  expect(reciprocalRank([4, undefined, 2])).toBe(0.5);
  expect(reciprocalRank([undefined])).toBe(0);
});

test('a better rank never lowers a measure, and all measures are between 0 and 1', () => {
  const anyRank = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
  const ranks = fc.array(anyRank, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(ranks, fc.nat(3), (before, position) => {
      const index = position % before.length;
      const own = before[index];
      const free = (own ?? 12) - 1;
      // Moving up to a rank that another target holds merges both; that is no improvement.
      fc.pre(free >= 1 && !before.includes(free));
      fc.pre(own === undefined || before.indexOf(own) === before.lastIndexOf(own));
      const after = before.with(index, free);
      for (const measure of [ndcg, reciprocalRank]) {
        expect(measure(after)).toBeGreaterThanOrEqual(measure(before) - 1e-12);
        expect(measure(after)).toBeLessThanOrEqual(1 + 1e-12);
        expect(measure(before)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test.each([
  [[], 0.5, 0],
  [[3], 0.95, 3],
  [[4, 1, 3, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.95, 4],
])('the percentile of %j at %d is correct', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});
