import type { TextIndex } from '../../index/text-index.ts';
import { abbreviationPartners } from '../names/abbreviations.ts';

/** An index term and how much of the query word it carries, in (0, 1]. */
export interface GroupMember {
  readonly term: number;
  readonly factor: number;
}

const ABBREVIATION_FACTOR = 0.5;
const RELATED_FACTOR = 0.4;
const MEMBERS_MAX = 12;
const PREFIX_LENGTH_MIN = 4;
const LENGTH_DIFFERENCE_MAX = 3;

/**
 * Returns the index terms that match a query stem: the stem itself, its abbreviations, and stems of
 * which one is a prefix of the other. At most twelve: strongest first, then the most frequent, then
 * by name.
 */
export function relatedTerms(index: TextIndex, stem: string): readonly GroupMember[] {
  const members = new Map<number, number>();
  const add = (term: number, factor: number): void => {
    if (term >= 0 && !members.has(term)) members.set(term, factor);
  };
  add(index.termNumber(stem), 1);
  for (const partner of abbreviationPartners(stem)) {
    add(index.termNumber(partner), ABBREVIATION_FACTOR);
  }
  const lengthMin = Math.max(PREFIX_LENGTH_MIN, stem.length - LENGTH_DIFFERENCE_MAX);
  for (let length = lengthMin; length < stem.length; length++) {
    add(index.termNumber(stem.slice(0, length)), RELATED_FACTOR);
  }
  if (stem.length >= PREFIX_LENGTH_MIN) {
    const { first, end } = index.termsWithPrefix(stem);
    for (let term = first; term < end; term++) {
      const length = index.data.terms[term]?.length ?? 0;
      if (length - stem.length <= LENGTH_DIFFERENCE_MAX) add(term, RELATED_FACTOR);
    }
  }
  const { fileFrequency, terms } = index.data;
  return [...members]
    .map(([term, factor]) => ({ term, factor }))
    .sort(
      (a, b) =>
        b.factor - a.factor ||
        (fileFrequency[b.term] ?? 0) - (fileFrequency[a.term] ?? 0) ||
        ((terms[a.term] ?? '') < (terms[b.term] ?? '') ? -1 : 1),
    )
    .slice(0, MEMBERS_MAX);
}
