import { lowerBound } from '../../base/lower-bound.ts';
import { type GroupedNumbers, rowOf } from '../../index/grouped-numbers.ts';
import type { PartTable } from './part-table.ts';

/** Finds files by their whole stem. */
export class WholeStems {
  readonly #stemParts: GroupedNumbers;
  readonly #parts: PartTable;

  /** `stemParts` are the parts of the stem of each file. */
  constructor(stemParts: GroupedNumbers, parts: PartTable) {
    this.#stemParts = stemParts;
    this.#parts = parts;
  }

  /**
   * Returns the files, ascending, whose stem is `spelling`: its parts concatenated, or the stems of its
   * parts joined with spaces. Compares the first part of each file only.
   */
  get(spelling: string): readonly number[] {
    const first = this.#firstParts(spelling);
    if (first.size === 0) return [];
    const { starts, values } = this.#stemParts;
    const files: number[] = [];
    for (let file = 0; file + 1 < starts.length; file++) {
      const start = starts[file] as number;
      if (start === starts[file + 1] || !first.has(values[start] as number)) continue;
      if (this.#isSpelled(rowOf(this.#stemParts, file), spelling)) files.push(file);
    }
    return files;
  }

  /** Returns the parts that a stem with this spelling can begin with. */
  #firstParts(spelling: string): ReadonlySet<number> {
    const [word = ''] = spelling.split(' ', 1);
    const found = new Set(this.#parts.withStem(word));
    const { parts } = this.#parts;
    for (let length = 1; length <= spelling.length; length++) {
      const prefix = spelling.slice(0, length);
      const part = lowerBound(parts, prefix);
      if (parts[part] === prefix) found.add(part);
    }
    return found;
  }

  #isSpelled(row: Int32Array, spelling: string): boolean {
    return (
      spelled(row, (part) => this.#parts.parts[part] as string, '') === spelling ||
      spelled(row, (part) => this.#parts.stemOfPart(part), ' ') === spelling
    );
  }
}

/** Joins the texts of the parts in a row. */
function spelled(row: Int32Array, textOf: (part: number) => string, between: string): string {
  let text = '';
  for (let place = 0; place < row.length; place++) {
    if (place > 0) text += between;
    text += textOf(row[place] as number);
  }
  return text;
}
