/** Consecutive rows that are consecutive in a new set, too; half-open. */
export interface RowRun {
  readonly from: number;
  readonly end: number;
  /** New number of the first row. */
  readonly place: number;
}

/** Yields the runs of rows by their new numbers. Rows with −1 are left out. */
export function* runsOf(rowOfOld: Int32Array): Generator<RowRun> {
  for (let from = 0, end = 0; from < rowOfOld.length; from = end) {
    const place = rowOfOld[from] as number;
    end = from + 1;
    if (place < 0) continue;
    while (rowOfOld[end] === place + end - from) end++;
    yield { from, end, place };
  }
}
