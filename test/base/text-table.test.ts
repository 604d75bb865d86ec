import { expect, test } from 'vitest';
import { textTable } from '../../src/base/text-table.ts';

test('aligns the first column to the left and the others to the right, without trailing blanks', () => {
  const rows = [
    ['kind', 'count', 'share'],
    ['imports', '12', ''],
    ['  a', '1234567', '0.5'],
  ];
  expect(textTable(rows)).toEqual([
    'kind       count  share',
    'imports       12',
    '  a      1234567    0.5',
  ]);
  expect(textTable([])).toEqual([]);
});
