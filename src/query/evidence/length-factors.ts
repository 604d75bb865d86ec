import { EXPANDED, EXPANDED_UNIT, LENGTH_NORMALIZATION, lengthFactor } from '../../index/bm25.ts';
import type { AverageLengths } from './average-lengths.ts';

/** Chunks are short, so that nearly every length is below this; longer ones are computed. */
const LENGTHS_MAX = 1024;

/** The factors of {@link lengthFactor} by length: a look-up is cheaper than a division per posting. */
export class LengthFactors {
  readonly #b: number;
  readonly #average: number;
  readonly #unit: number;
  readonly #factors: Float64Array;

  /** @param unit length of one step of the table: 1, or 0.5 for sums of half lengths. */
  constructor(b: number, average: number, unit = 1) {
    this.#b = b;
    this.#average = average;
    this.#unit = unit;
    this.#factors = Float64Array.from({ length: LENGTHS_MAX }, (_, step) =>
      lengthFactor(b, step * unit, average),
    );
  }

  /** Returns the factor of a length, in steps of the table. */
  at(steps: number): number {
    return this.#factors[steps] ?? lengthFactor(this.#b, steps * this.#unit, this.#average);
  }
}

export type FieldFactors = Readonly<
  Record<keyof typeof LENGTH_NORMALIZATION | 'expanded', LengthFactors>
>;

/** Makes the tables of all fields; the averages change with every edit, and so do they. */
export function fieldFactors(averages: AverageLengths): FieldFactors {
  const of = (field: keyof typeof LENGTH_NORMALIZATION) =>
    new LengthFactors(LENGTH_NORMALIZATION[field], averages[field]);
  return {
    body: of('body'),
    definition: of('definition'),
    scope: of('scope'),
    stem: of('stem'),
    folder: of('folder'),
    header: of('header'),
    expanded: new LengthFactors(EXPANDED.b, averages.expanded, EXPANDED_UNIT),
  };
}
