import { at } from '../../base/assert.ts';
import { lowerBound, lowerBoundBy } from '../../base/lower-bound.ts';
import { getOrComputeBounded } from '../../base/memoize.ts';
import type { TextParts } from '../../index/text-parts.ts';
import type { QueryTerm } from '../parse-query.ts';
import { abbreviationPartners } from './abbreviations.ts';
import {
  NAME_MATCH,
  nameMatch,
  PART_LENGTH_MIN,
  SHARED_PREFIX_LENGTH_MIN,
  WORD_LENGTH_MIN,
} from './name-match.ts';

/** Parts that match a word, best match first. */
export interface PartMatches {
  readonly parts: Int32Array;
  /** NAME_MATCH values, parallel to `parts`. */
  readonly values: Float64Array;
}

/** Maximum number of words whose matches are cached; bounds the memory of a long-lived server. */
const CACHED_WORDS_MAX = 4096;

/**
 * Distinct parts of names or paths, sorted. A word is compared only with the
 * few parts that could match it, found by prefix and by stem, and the result is cached.
 */
export class PartTable {
  readonly parts: readonly string[];
  readonly #stems: readonly string[];
  readonly #byStem: Int32Array;
  readonly #cache = new Map<string, PartMatches>();

  constructor({ parts, stems, byStem }: Pick<TextParts, 'parts' | 'stems' | 'byStem'>) {
    this.parts = parts;
    this.#stems = stems;
    this.#byStem = byStem;
  }

  stemOfPart(part: number): string {
    return this.#stems[part] ?? '';
  }

  /** Returns the parts with a stem, ascending. */
  withStem(stem: string): readonly number[] {
    const [stems, byStem] = [this.#stems, this.#byStem];
    const stemAt = (row: number): string => stems[byStem[row] as number] as string;
    const first = lowerBoundBy(byStem.length, (row) => stemAt(row) < stem);
    let end = first;
    while (end < byStem.length && stemAt(end) === stem) end++;
    return [...byStem.subarray(first, end)];
  }

  /**
   * Returns all parts with {@link nameMatch} above 0; ties keep the order of the parts. A part that
   * is one of the compounds contains the whole word: `gitignore` contains both words of "git ignore".
   */
  matches(term: QueryTerm, compounds: readonly string[] = []): PartMatches {
    const own = getOrComputeBounded(CACHED_WORDS_MAX, this.#cache, term.word, () =>
      this.#findMatches(term),
    );
    const whole = compounds
      .map((compound) => [compound, lowerBound(this.parts, compound)] as const)
      .filter(([compound, part]) => this.parts[part] === compound)
      .map(([, part]) => part);
    if (whole.length === 0) return own;
    const others = [...own.parts.keys()].filter((row) => !whole.includes(at(own.parts, row)));
    return {
      parts: Int32Array.from([...whole, ...others.map((row) => at(own.parts, row))]),
      values: Float64Array.from([
        ...whole.map(() => NAME_MATCH.equal),
        ...others.map((row) => at(own.values, row)),
      ]),
    };
  }

  #findMatches(term: QueryTerm): PartMatches {
    const rows: { part: number; value: number }[] = [];
    for (const part of this.#candidates(term)) {
      const value = nameMatch(term, this.parts[part] ?? '', this.#stems[part] ?? '');
      if (value > 0) rows.push({ part, value });
    }
    rows.sort((a, b) => b.value - a.value || a.part - b.part);
    return {
      parts: Int32Array.from(rows, ({ part }) => part),
      values: Float64Array.from(rows, ({ value }) => value),
    };
  }

  /**
   * Returns every part that nameMatch could accept: same stem, stem of an abbreviation partner, or
   * related by prefix.
   */
  #candidates({ word, stem }: QueryTerm): ReadonlySet<number> {
    const found = new Set(this.withStem(stem));
    for (const partner of abbreviationPartners(stem)) {
      for (const part of this.withStem(partner)) found.add(part);
    }
    for (let length = PART_LENGTH_MIN; length < word.length; length++) {
      const position = lowerBound(this.parts, word.slice(0, length));
      if (this.parts[position] === word.slice(0, length)) found.add(position);
    }
    if (word.length >= WORD_LENGTH_MIN) {
      const prefix = word.slice(0, SHARED_PREFIX_LENGTH_MIN);
      for (
        let part = lowerBound(this.parts, prefix);
        this.parts[part]?.startsWith(prefix);
        part++
      ) {
        found.add(part);
      }
    }
    return found;
  }
}
