/** Rows of numbers in two arrays. */
import { at } from '../base/assert.ts';

/** Lists of numbers by row, in two arrays: row i is `values[starts[i]] … values[starts[i + 1] − 1]`. */
export interface GroupedNumbers {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Returns rows of numbers in their grouped form. */
export function groupNumbers(rows: readonly (readonly number[])[]): GroupedNumbers {
  const starts = new Int32Array(rows.length + 1);
  for (const [row, values] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + values.length;
  const values = new Int32Array(starts[rows.length] ?? 0);
  // A plain loop, because rows are short and `set` is slow for them.
  let place = 0;
  for (const row of rows) for (const number of row) values[place++] = number;
  return { starts, values };
}

/**
 * Inverts rows of values into rows per value. Each list is ascending; a row that repeats a value is
 * listed once.
 */
export function invertGroups(groups: GroupedNumbers, valueCount: number): GroupedNumbers {
  const starts = new Int32Array(valueCount + 1);
  forEachDistinct(groups, valueCount, (value) => {
    starts[value + 1] = at(starts, value + 1) + 1;
  });
  for (let value = 0; value < valueCount; value++)
    starts[value + 1] = at(starts, value) + at(starts, value + 1);
  const next = starts.slice();
  const values = new Int32Array(at(starts, valueCount));
  forEachDistinct(groups, valueCount, (value, row) => {
    const place = at(next, value);
    values[place] = row;
    next[value] = place + 1;
  });
  return { starts, values };
}

function forEachDistinct(
  { starts, values }: GroupedNumbers,
  valueCount: number,
  visit: (value: number, row: number) => void,
): void {
  const lastRow = new Int32Array(valueCount).fill(-1);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let place = at(starts, row); place < at(starts, row + 1); place++) {
      const value = at(values, place);
      if (lastRow[value] === row) continue;
      lastRow[value] = row;
      visit(value, row);
    }
  }
}

/** Returns the numbers of a row. */
export function rowOf({ starts, values }: GroupedNumbers, row: number): Int32Array {
  return values.subarray(starts[row], starts[row + 1]);
}
