import { expect, test } from 'vitest';
import { Stopwatch } from '../../src/workers/stopwatch.ts';

test('idle time counts one tenth', () => {
  const watch = new Stopwatch();
  expect(watch.lap(1e9)).toBe(1e8);
});

test('work counts its processor time, up to the elapsed time', () => {
  const watch = new Stopwatch();
  let sum = 0;
  for (let index = 0; index < 5e7; index++) sum += index;
  expect(sum).toBeGreaterThan(0);
  expect(watch.lap(1)).toBe(1);
  expect(watch.lap(1000)).toBeLessThan(1000);
});
