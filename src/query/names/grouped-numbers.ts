/** Lists of numbers by row, in two arrays: row i is `values[starts[i]] … values[starts[i + 1] − 1]`. */
export interface GroupedNumbers {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export function groupNumbers(rows: readonly (readonly number[])[]): GroupedNumbers {
  const starts = new Int32Array(rows.length + 1);
  for (const [row, values] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + values.length;
  const values = new Int32Array(starts[rows.length] ?? 0);
  for (const [row, numbers] of rows.entries()) values.set(numbers, starts[row]);
  return { starts, values };
}

/**
 * Inverts rows of values into rows per value. Each list is ascending; a row that repeats a value is
 * listed once.
 */
export function invertGroups(groups: GroupedNumbers, valueCount: number): GroupedNumbers {
  const rows: number[][] = Array.from({ length: valueCount }, () => []);
  for (let row = 0; row + 1 < groups.starts.length; row++) {
    for (let at = groups.starts[row] ?? 0; at < (groups.starts[row + 1] ?? 0); at++) {
      const list = rows[groups.values[at] ?? 0];
      if (list !== undefined && list.at(-1) !== row) list.push(row);
    }
  }
  return groupNumbers(rows);
}
