/**
 * Rates how well a query word matches one part of a name, in [0, 1]: the m of the measured recipe,
 * which also gives its values. Using exact matches alone loses 0.004 NDCG@10.
 */

import type { QueryTerm } from '../parse-query.ts';
import { abbreviationPartners } from './abbreviations.ts';

export const NAME_MATCH = {
  /** Equal stems: `retry`, `retries`. */
  equal: 1,
  /** An abbreviation and its expansion: `ctx`, `context`. */
  abbreviation: 0.8,
  /** One is a prefix of the other, of similar length: `handle`, `handler`. */
  prefix: 0.75,
  /** The part is a prefix of the word: `gen` of `generator`. */
  partBeginsWord: 0.6,
  /** The word is a prefix of the part: `auto` of `autocomplete`. */
  wordBeginsPart: 0.5,
  /** Both share a long prefix: `serialize`, `serialization`. */
  sharedPrefix: 0.5,
} as const;

export const PART_LENGTH_MIN = 3;
export const WORD_LENGTH_MIN = 4;
export const SHARED_PREFIX_LENGTH_MIN = 5;
const LENGTH_DIFFERENCE_MAX = 4;
const SHARED_PREFIX_SHARE_MIN = 0.7;

export function nameMatch(term: QueryTerm, part: string, partStem: string): number {
  const { word, stem } = term;
  if (stem === partStem) return NAME_MATCH.equal;
  if (abbreviationPartners(stem).includes(partStem)) return NAME_MATCH.abbreviation;
  const shared = sharedPrefixLength(word, part);
  const shorter = Math.min(word.length, part.length);
  const longer = Math.max(word.length, part.length);
  if (shared === shorter) {
    if (shorter >= WORD_LENGTH_MIN && longer - shorter <= LENGTH_DIFFERENCE_MAX) {
      return NAME_MATCH.prefix;
    }
    if (part.length === shorter && shorter >= PART_LENGTH_MIN) return NAME_MATCH.partBeginsWord;
    if (word.length === shorter && shorter >= WORD_LENGTH_MIN) return NAME_MATCH.wordBeginsPart;
  }
  return shared >= SHARED_PREFIX_LENGTH_MIN && shared >= SHARED_PREFIX_SHARE_MIN * longer
    ? NAME_MATCH.sharedPrefix
    : 0;
}

function sharedPrefixLength(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
