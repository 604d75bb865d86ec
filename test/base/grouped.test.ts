import { expect, test } from 'vitest';
import { grouped } from '../../src/base/grouped.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 12_345_678])(
  'formats %d as in English',
  (count) => {
    expect(grouped(count)).toBe(count.toLocaleString('en-US'));
  },
);
