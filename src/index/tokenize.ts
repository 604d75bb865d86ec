/**
 * Text → terms. An identifier gives the Porter stem of each of its parts, and, with two parts or
 * more, its unstemmed concatenation, so that `flat_hash_map`, `FlatHashMap` and the query words
 * "flat hash map" meet. Chinese, Japanese and Korean runs give overlapping pairs of characters.
 */
import { porterStem } from './porter-stemmer.ts';

/** Longer parts are data (base64, hashes), not words; nobody searches for them. */
export const TERM_LENGTH_MAX = 64;

/** A run of word characters; whether its non-ASCII ones are letters is decided when it is split. */
const WORD = /[A-Za-z0-9_\u0080-\uffff]+/g;
const ASCII_ONLY = /^[A-Za-z0-9_]*$/;
const ASCII_PARTS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const CJK =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc\\u3005';
const UNICODE_PARTS = new RegExp(
  `[${CJK}]+|\\p{Lu}+(?=\\p{Lu}\\p{Ll})|\\p{Lu}?\\p{Ll}+|\\p{Lu}+|\\p{N}+|(?:(?![${CJK}])\\p{L})+`,
  'gu',
);
const CJK_RUN = new RegExp(`^[${CJK}]+$`, 'u');
/** Accents that follow their letter after decomposition; kana voicing marks are kept. */
const ACCENTS = /[\u0300-\u036f]/g;
const LOWERCASE_LETTERS = /^[a-z]+$/;

/** What one identifier says. */
export interface IdentifierWords {
  /** Lowercased parts, unstemmed, in order; CJK runs as pairs of characters. */
  readonly parts: readonly string[];
  /** All parts joined, when there are two or more and none is CJK; else empty. */
  readonly joined: string;
}

/** Yields the runs of word characters of a text, in order. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Splits an identifier at case changes, underscores, digits and script changes. */
export function splitIdentifier(word: string): IdentifierWords {
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
  // Pairs overlap: joined they would spell a word that nobody writes.
  return hasPairs ? { ...joinParts(parts), joined: '' } : joinParts(parts);
}

/** The index term of one lowercased part. */
export function stemOf(part: string): string {
  return LOWERCASE_LETTERS.test(part) ? porterStem(part) : part;
}

/** Words whose terms are remembered, a few MB: the files of a project say much the same ones. */
const KNOWN_WORDS_MAX = 20_000;
/** Longer pieces of a text are no strings of their own to V8: they would keep all of the text. */
const KNOWN_LENGTH_MAX = 12;
let termsOfKnown = new Map<string, readonly string[]>();

/** All terms of an identifier: the stem of each part, then the concatenation. */
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

/** All terms of a text, in order, with repetitions. */
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

/** `abcd` → `ab`, `bc`, `cd`; a single character stands for itself. */
function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  const pairs: string[] = [];
  for (let index = 0; index + 1 < characters.length; index++) {
    pairs.push(`${characters[index]}${characters[index + 1]}`);
  }
  return pairs;
}
