import { at } from '../../base/assert.ts';
import { inverseFrequency } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { stemOf } from '../../index/tokenize.ts';
import type { Query, QueryTerm } from '../parse-query.ts';
import { type GroupMember, relatedTerms } from './term-groups.ts';

/** A query word with its statistics from the index. */
interface WeightedTerm extends QueryTerm {
  /** Term number in the index; −1 if the word occurs nowhere. */
  readonly term: number;
  /** Rarity over files: the weight of the word within the query. */
  readonly rarity: number;
  /** Whether so many files have the word that it names none of them. */
  readonly isCommon: boolean;
  /** Runs of query words with this word that occur written as one word, such as `gitignore`. */
  readonly compounds: readonly string[];
}

export interface WeightedQuery {
  readonly query: Query;
  readonly terms: readonly WeightedTerm[];
  /** Σ rarity; shares of the query are fractions of this sum. */
  readonly raritySum: number;
  /**
   * Every index term that the lexical scores look up: terms of words first, then of joined
   * identifiers.
   */
  readonly lookups: readonly Lookup[];
  /** One group per word and joined identifier, except those without any term. */
  readonly groups: readonly TermGroup[];
}

/** A part of a question with its share of the evidence. */
export interface WeightedPart {
  readonly weighted: WeightedQuery;
  readonly share: number;
}

/** A query word and the index terms that equal or resemble it. */
interface TermGroup {
  readonly word: string;
  readonly members: readonly GroupMember[];
}

interface Lookup {
  readonly term: number;
  /** The word as written in the query, in lower case. */
  readonly word: string;
}

/**
 * Share of the files beyond which a word of a report is common. One of the many words of a report
 * matches a name by chance; the few words of a short question were chosen.
 */
const COMMON_SHARE_MIN = 1 / 3;

export function weighQuery(index: TextIndex, query: Query, isReport = false): WeightedQuery {
  const asOneWord = query.runs.filter(({ joined }) => index.termNumber(stemOf(joined)) >= 0);
  const terms = query.terms.map((queryTerm) => {
    const term = index.termNumber(queryTerm.stem);
    const runs = asOneWord.filter(({ stems }) => stems.includes(queryTerm.stem));
    const compounds = runs.map(({ joined }) => joined);
    const fileCount = term < 0 ? 0 : at(index.data.fileFrequency, term);
    const isCommon = isReport && fileCount > COMMON_SHARE_MIN * index.fileCount;
    return { ...queryTerm, term, rarity: rarityOf(index, term), isCommon, compounds };
  });
  const lookups = new Map<number, Lookup>();
  for (const { term, word } of terms) if (term >= 0) lookups.set(term, { term, word });
  // A word may be the concatenation of a name's parts, which is a term without a stem.
  const written = query.terms.map(({ word }) => word);
  for (const joined of [...query.joined, ...written]) {
    const term = index.termNumber(joined);
    if (term >= 0 && !lookups.has(term)) lookups.set(term, { term, word: joined });
  }
  return {
    query,
    terms,
    raritySum: terms.reduce((sum, { rarity }) => sum + rarity, 0),
    lookups: [...lookups.values()],
    groups: termGroups(index, query),
  };
}

function termGroups(index: TextIndex, { terms, joined }: Query): TermGroup[] {
  const words = new Map(terms.map(({ stem, word }) => [stem, word]));
  for (const identifier of joined) if (!words.has(identifier)) words.set(identifier, identifier);
  return [...words]
    .map(([stem, word]) => ({ word, members: relatedTerms(index, stem) }))
    .filter(({ members }) => members.length > 0);
}

/**
 * Returns the terms of adjacent words that are written as one: `pageViews` has its concatenation as
 * a term, `pageviews` has its stem.
 */
export function compoundTerms(index: TextIndex, joined: string): readonly number[] {
  const terms = [index.termNumber(joined), index.termNumber(stemOf(joined))];
  return [...new Set(terms)].filter((term) => term >= 0);
}

/**
 * Returns the idf over files. A word that occurs nowhere is weighted as if it occurred in less than
 * one file.
 */
export function rarityOf(index: TextIndex, term: number): number {
  if (term < 0) return Math.log(1 + index.fileCount);
  return inverseFrequency(index.fileCount, index.data.fileFrequency[term] ?? 0);
}
