import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { type GroupedNumbers, invertGroups, rowOf } from '../../index/grouped-numbers.ts';

/** The only letter whose lower-case form has another length, in UTF-16 code units. */
const LONGER_IN_LOWER_CASE = '\u0130';

/**
 * Finds names by their spelling in lower case. A table covers the names of one length and is made when
 * that length is first looked up, because a process that answers one question needs few of them.
 */
export class LowerCaseLookup {
  readonly #names: readonly string[];
  /** Names by their length in lower case. */
  #byLength: GroupedNumbers | undefined;
  readonly #tables = new Map<number, ReadonlyMap<string, readonly number[]>>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Returns the numbers of a spelling, ascending. */
  get(spelling: string): readonly number[] {
    const { length } = spelling;
    return getOrCompute(this.#tables, length, () => this.#derive(length)).get(spelling) ?? [];
  }

  #derive(length: number): ReadonlyMap<string, readonly number[]> {
    this.#byLength ??= byLength(this.#names);
    const table = new Map<string, number[]>();
    if (length + 1 >= this.#byLength.starts.length) return table;
    for (const number of rowOf(this.#byLength, length))
      appendTo(table, (this.#names[number] as string).toLowerCase(), number);
    return table;
  }
}

function byLength(names: readonly string[]): GroupedNumbers {
  const lengths = new Int32Array(names.length);
  let longest = 0;
  for (let number = 0; number < names.length; number++) {
    const name = names[number] as string;
    const length = name.includes(LONGER_IN_LOWER_CASE) ? name.toLowerCase().length : name.length;
    lengths[number] = length;
    if (length > longest) longest = length;
  }
  const starts = new Int32Array(names.length + 1);
  for (let number = 0; number < names.length; number++) starts[number + 1] = number + 1;
  return invertGroups({ starts, values: lengths }, longest + 1);
}
