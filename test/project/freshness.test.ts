import { expect, it } from 'vitest';
import { isRefreshDue } from '../../src/project/freshness.ts';

it.each([
  ['nobody has looked yet', undefined, 0, true],
  ['looking is quick', { startedMs: 0, endedMs: 50 }, 51, true],
  ['others looked while this one waited', { startedMs: 100, endedMs: 150 }, 90, false],
  ['a slow look was just had', { startedMs: 0, endedMs: 2000 }, 2001, false],
  ['a slow look is long ago', { startedMs: 0, endedMs: 2000 }, 40_000, true],
])('decides correctly whether a refresh is due when %s', (_, last, requestedMs, isDue) => {
  expect(isRefreshDue(last, requestedMs, true)).toBe(isDue);
});

it.each([
  ['was just had', { startedMs: 0, endedMs: 2000 }, 2001, true],
  ['began after the question', { startedMs: 100, endedMs: 2100 }, 90, false],
])(
  'decides correctly whether a slow look that %s is repeated on demand',
  (_, last, requestedMs, isDue) => {
    expect(isRefreshDue(last, requestedMs, 'always')).toBe(isDue);
  },
);
