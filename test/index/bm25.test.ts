import { expect, test } from 'vitest';
import { inverseFrequency, lengthFactor, saturate } from '../../src/index/bm25.ts';

test('idf falls with frequency and is never negative', () => {
  // N = 10, n = 1: ln(1 + 9.5 / 1.5); n = 10: ln(1 + 0.5 / 10.5).
  expect(inverseFrequency(10, 1)).toBeCloseTo(Math.log(1 + 9.5 / 1.5), 12);
  expect(inverseFrequency(10, 10)).toBeCloseTo(0.0465, 3);
});

test('a field of average length leaves counts unchanged, and b = 0 ignores length', () => {
  expect(lengthFactor(0.75, 40, 40)).toBe(1);
  expect(lengthFactor(0.75, 80, 40)).toBeCloseTo(1 / 1.75, 12);
  expect(lengthFactor(0, 80, 40)).toBe(1);
  expect(lengthFactor(0.75, 0, 0)).toBe(1);
});

test('saturation has the limit k1 + 1 and reaches half of it at k1 occurrences', () => {
  expect(saturate(0, 1.5)).toBe(0);
  expect(saturate(1, 1.5)).toBe(1);
  expect(saturate(1.5, 1.5)).toBe(1.25);
  expect(saturate(1e9, 1.5)).toBeCloseTo(2.5, 6);
});
