/**
 * Parses a question into lookups: words, identifiers as written, and runs of two to four adjacent
 * words that may form one name. Any text is a valid query; there is no query syntax.
 */
import { splitIdentifier, stemOf, wordsOf } from '../index/tokenize.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Maximum number of distinct query words used; bounds the cost of a pasted page of text. */
export const QUERY_TERMS_MAX = 64;
const RUNS_MAX = 4 * QUERY_TERMS_MAX;
const RUN_LENGTH_MIN = 2;
const RUN_LENGTH_MAX = 4;

/**
 * Matches only at the start of a word. Starting inside a long word would rescan its rest again and
 * again.
 */
const QUALIFIED = /(?<![\w\u0080-\uffff])[\w\u0080-\uffff]+(?:(?:\.|::|#|->)[\w\u0080-\uffff]+)+/g;

export interface QueryTerm {
  readonly stem: string;
  /** The first word of the query with this stem, in lower case. */
  readonly word: string;
}

/** Adjacent words of the query, without a stop word at either end. */
interface QueryRun {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  readonly joined: string;
}

/** A qualified name: `Owner.name`, `Owner::name`, `Owner#name` or `Owner->name`. */
interface QualifiedName {
  readonly owner: string;
  readonly name: string;
}

export interface Query {
  /**
   * Words of the query, distinct by stem, in order. Stop words are dropped unless there are no
   * other words.
   */
  readonly terms: readonly QueryTerm[];
  /** Words that look like code (two parts, an upper-case letter or `_`), as written, distinct. */
  readonly identifiers: readonly string[];
  /** Adjacent pairs of qualified names, as written: `a.b.c` gives `a.b` and `b.c`. */
  readonly qualified: readonly QualifiedName[];
  /** Identifiers of two or more parts as one lower-case word, distinct. */
  readonly joined: readonly string[];
  /** Runs of adjacent words, distinct by their joined form. */
  readonly runs: readonly QueryRun[];
  /** Whether the whole query is one word: a name, or a guess at one. */
  readonly isOneWord: boolean;
}

export function parseQuery(text: string): Query {
  const identifiers = new Set<string>();
  const joined = new Set<string>();
  const sequence: string[] = [];
  const letters = new Set<string>();
  for (const written of wordsOf(text)) {
    const split = splitIdentifier(written);
    if (split.parts.length === 0) continue;
    for (const part of split.parts) sequence.push(part);
    for (const letter of lettersOf(split.parts)) letters.add(letter);
    if (split.joined !== '') joined.add(split.joined);
    if (looksLikeCode(written, split.joined) && !STOP_WORDS.has(written.toLowerCase())) {
      identifiers.add(written);
    }
  }
  const contentWords = sequence.filter((word) => !STOP_WORDS.has(word) && !letters.has(word));
  return {
    terms: distinctTerms(contentWords.length > 0 ? contentWords : sequence),
    identifiers: [...identifiers].slice(0, QUERY_TERMS_MAX),
    qualified: qualifiedNames(text),
    joined: [...joined].slice(0, QUERY_TERMS_MAX),
    runs: runsOf(sequence),
    isOneWord: /^\S+$/.test(text.trim()),
  };
}

/** Returns the letters beside a longer part, as in `gRPC`: alone, each would find unrelated code. */
function lettersOf(parts: readonly string[]): readonly string[] {
  const isLong = parts.some((part) => part.length > 1);
  return isLong ? parts.filter((part) => /^[a-z]$/.test(part)) : [];
}

function looksLikeCode(word: string, joined: string): boolean {
  return joined !== '' || /[\p{Lu}_]/u.test(word);
}

function qualifiedNames(text: string): QualifiedName[] {
  const found: QualifiedName[] = [];
  for (const chain of text.match(QUALIFIED) ?? []) {
    const names = wordsOf(chain);
    for (const [position, name] of names.slice(1).entries()) {
      if (found.length === QUERY_TERMS_MAX) return found;
      found.push({ owner: names[position] ?? '', name });
    }
  }
  return found;
}

function distinctTerms(words: readonly string[]): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const word of words) {
    const stem = stemOf(word);
    if (!terms.has(stem)) terms.set(stem, { stem, word });
    if (terms.size === QUERY_TERMS_MAX) break;
  }
  return [...terms.values()];
}

function runsOf(words: readonly string[]): QueryRun[] {
  const runs = new Map<string, QueryRun>();
  for (let length = RUN_LENGTH_MIN; length <= RUN_LENGTH_MAX; length++) {
    for (let start = 0; start + length <= words.length && runs.size < RUNS_MAX; start++) {
      const run = words.slice(start, start + length);
      if (STOP_WORDS.has(run[0] ?? '') || STOP_WORDS.has(run.at(-1) ?? '')) continue;
      const joined = run.join('');
      if (!runs.has(joined)) runs.set(joined, { words: run, stems: run.map(stemOf), joined });
    }
  }
  return [...runs.values()];
}
