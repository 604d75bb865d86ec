import { Interner } from '../../index/build/interner.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { type GroupedNumbers, groupNumbers } from './grouped-numbers.ts';

/** Numbers the parts of names. */
export class PartNumbers {
  readonly #interner = new Interner();

  /** The parts of a name, numbered in order of arrival. */
  of(name: string): number[] {
    const numbers: number[] = [];
    for (const word of wordsOf(name)) {
      for (const part of splitIdentifier(word).parts) numbers.push(this.#interner.numberOf(part));
    }
    return numbers;
  }

  /** All parts, sorted, and rows of them by their places in that order. */
  sorted(): {
    readonly parts: readonly string[];
    readonly ranked: (rows: readonly (readonly number[])[]) => GroupedNumbers;
  } {
    const { texts, rankOf } = this.#interner.sorted();
    return { parts: texts, ranked: (rows) => renumbered(groupNumbers(rows), rankOf) };
  }
}

/** The same rows with other numbers. */
export function renumbered(
  { starts, values }: GroupedNumbers,
  numberOf: Int32Array,
): GroupedNumbers {
  return { starts, values: values.map((value) => numberOf[value] ?? 0) };
}

export function rowOf(rows: GroupedNumbers, row: number): Int32Array {
  return rows.values.subarray(rows.starts[row], rows.starts[row + 1]);
}

/** Two sorted lists of distinct parts as one, and the places of both lists' parts in it. */
export function joinParts(
  left: readonly string[],
  right: readonly string[],
): {
  readonly parts: readonly string[];
  readonly ofLeft: Int32Array;
  readonly ofRight: Int32Array;
} {
  const parts: string[] = [];
  const ofLeft = new Int32Array(left.length);
  const ofRight = new Int32Array(right.length);
  let [own, other] = [0, 0];
  while (own < left.length || other < right.length) {
    const [a, b] = [left[own], right[other]];
    const part = b === undefined || (a !== undefined && a < b) ? (a ?? '') : b;
    if (a === part) ofLeft[own++] = parts.length;
    if (b === part) ofRight[other++] = parts.length;
    parts.push(part);
  }
  return { parts, ofLeft, ofRight };
}
