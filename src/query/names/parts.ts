import { Interner } from '../../index/build/interner.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { type GroupedNumbers, groupNumbers } from './grouped-numbers.ts';

/** Numbers the parts of names. */
export class PartNumbers {
  readonly #interner = new Interner();

  /** Returns the parts of a name, numbered in order of first appearance. */
  of(name: string): number[] {
    const numbers: number[] = [];
    for (const word of wordsOf(name))
      for (const part of splitIdentifier(word).parts) numbers.push(this.#interner.numberOf(part));
    return numbers;
  }

  /** Returns all parts, sorted, and a function that maps rows to positions in that order. */
  sorted(): {
    readonly parts: readonly string[];
    readonly ranked: (rows: readonly (readonly number[])[]) => GroupedNumbers;
  } {
    const { texts, rankOf } = this.#interner.sorted();
    return { parts: texts, ranked: (rows) => renumbered(groupNumbers(rows), rankOf) };
  }
}

/** Returns the same rows with renumbered values. */
function renumbered({ starts, values }: GroupedNumbers, numberOf: Int32Array): GroupedNumbers {
  return { starts, values: values.map((value) => numberOf[value] ?? 0) };
}

export function rowOf(rows: GroupedNumbers, row: number): Int32Array {
  return rows.values.subarray(rows.starts[row], rows.starts[row + 1]);
}

/** Joins the texts of the parts in a row. */
export function spelled(
  row: Int32Array,
  textOf: (part: number) => string,
  between: string,
): string {
  let text = '';
  for (let place = 0; place < row.length; place++) {
    if (place > 0) text += between;
    text += textOf(row[place] as number);
  }
  return text;
}
