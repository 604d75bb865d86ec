/**
 * Converts text to terms. An identifier yields the Porter stem of each part and, if it has two or
 * more parts, its unstemmed concatenation, so that `flat_hash_map`, `FlatHashMap` and the query
 * words "flat hash map" match. Chinese, Japanese and Korean runs yield overlapping pairs of
 * characters.
 */
import { porterStem } from './porter-stemmer.ts';

/**
 * Maximum length of a term. Longer parts are data (base64, hashes), not words; nobody searches for
 * them.
 */
export const TERM_LENGTH_MAX = 64;

/**
 * Matches a run of word characters; whether non-ASCII characters are letters is decided when the
 * run is split.
 */
const WORD = /[A-Za-z0-9_\u0080-\uffff]+/g;
const ASCII_ONLY = /^[A-Za-z0-9_]*$/;
/** The first alternative is the plural of capitals: `URLs`, `parseIDsOf`. */
const ASCII_PARTS = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
/** A name with one capital at its end, such as `TeX`, is one word. `dbId` and `getX` are not. */
const ONE_WORD = /^(?:[A-Z][a-z])+[A-Z]$/;
const CJK =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc\\u3005';
const UNICODE_PARTS = new RegExp(
  `[${CJK}]+|\\p{Lu}{2,}s(?!\\p{Ll})|\\p{Lu}+(?=\\p{Lu}\\p{Ll})|\\p{Lu}?\\p{Ll}+|\\p{Lu}+|\\p{N}+|(?:(?![${CJK}])\\p{L})+`,
  'gu',
);
const CJK_RUN = new RegExp(`^[${CJK}]+$`, 'u');
/** Combining accents that follow their letter after decomposition; kana voicing marks are kept. */
const ACCENTS = /[\u0300-\u036f]/g;
const LOWERCASE_LETTERS = /^[a-z]+$/;

/** The parts of one identifier. */
export interface IdentifierWords {
  /** Lowercased parts, unstemmed, in order; CJK runs as pairs of characters. */
  readonly parts: readonly string[];
  /** All parts concatenated, if there are two or more and none is CJK; otherwise empty. */
  readonly joined: string;
}

/** Returns the runs of word characters of a text, in order. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Splits an identifier at case changes, underscores, digits and script changes. */
export function splitIdentifier(word: string): IdentifierWords {
  if (ONE_WORD.test(word)) return joinParts([word]);
  if (ASCII_ONLY.test(word)) return joinParts(word.match(ASCII_PARTS) ?? []);
  const folded = word.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const parts: string[] = [];
  let hasPairs = false;
  for (const part of folded.match(UNICODE_PARTS) ?? []) {
    if (CJK_RUN.test(part)) {
      for (const pair of characterPairs(part)) parts.push(pair);
      hasPairs = true;
    } else parts.push(part);
  }
  // Pairs overlap, so their concatenation would be a word that nobody writes.
  return hasPairs ? { ...joinParts(parts), joined: '' } : joinParts(parts);
}

/** Returns the index term of one lowercased part. */
export function stemOf(part: string): string {
  return LOWERCASE_LETTERS.test(part) ? porterStem(part) : part;
}

/**
 * Maximum number of words whose terms are cached, a few MB. The files of a project share most
 * words.
 */
const KNOWN_WORDS_MAX = 20_000;
/**
 * Maximum length of a cached word. V8 keeps longer substrings as slices, which would keep the whole
 * text alive.
 */
const KNOWN_LENGTH_MAX = 12;
let termsOfKnown = new Map<string, readonly string[]>();

/** Returns all terms of an identifier: the stem of each part, then the concatenation. */
export function termsOfWord(word: string): readonly string[] {
  const known = word.length <= KNOWN_LENGTH_MAX ? termsOfKnown.get(word) : undefined;
  if (known !== undefined) return known;
  const { parts, joined } = splitIdentifier(word);
  const terms = parts.map(stemOf);
  if (joined !== '') terms.push(joined);
  if (termsOfKnown.size >= KNOWN_WORDS_MAX) termsOfKnown = new Map();
  if (word.length <= KNOWN_LENGTH_MAX) termsOfKnown.set(word, terms);
  return terms;
}

/** Returns all terms of a text, in order, with repetitions. */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap(termsOfWord);
}

function joinParts(found: readonly string[]): IdentifierWords {
  const parts: string[] = [];
  for (const part of found) {
    if (part.length <= TERM_LENGTH_MAX) parts.push(part.toLowerCase());
  }
  const joined = parts.length > 1 ? parts.join('') : '';
  return { parts, joined: joined.length <= TERM_LENGTH_MAX ? joined : '' };
}

/** Returns overlapping pairs: `abcd` → `ab`, `bc`, `cd`. A single character is returned as is. */
function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  const pairs: string[] = [];
  for (let index = 0; index + 1 < characters.length; index++) {
    pairs.push(`${characters[index]}${characters[index + 1]}`);
  }
  return pairs;
}
