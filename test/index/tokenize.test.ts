import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitIdentifier, TERM_LENGTH_MAX, termsOf, wordsOf } from '../../src/index/tokenize.ts';

test.each([
  ['flat_hash_map', ['flat', 'hash', 'map', 'flathashmap']],
  ['FlatHashMap', ['flat', 'hash', 'map', 'flathashmap']],
  ['XMLHttpRequest', ['xml', 'http', 'request', 'xmlhttprequest']],
  ['getHTTPResponses', ['get', 'http', 'respons', 'gethttpresponses']],
  ['URLs', ['url']],
  ['parseIDsOf', ['pars', 'id', 'of', 'parseidsof']],
  ['TeX', ['tex']],
  ['LaTeX', ['latex']],
  ['dbId', ['db', 'id', 'dbid']],
  ['AES', ['ae']],
  ['utf8', ['utf', '8', 'utf8']],
  ['__init__', ['init']],
  ['retries', ['retri']],
  ['retry', ['retri']],
  ['ABC', ['abc']],
  ['a.b-c d', ['a', 'b', 'c', 'd']],
  ['$scope', ['scope']],
  ['#private', ['privat']],
  ['', []],
  ['— … ()', []],
  ['Größe café', ['große', 'cafe']],
  ['naïveÜbung', ['naiv', 'ubung', 'naiveubung']],
  ['проверкаИмени', ['проверка', 'имени', 'проверкаимени']],
  ['写缓存', ['写缓', '缓存']],
  ['写', ['写']],
  ['loadコード', ['load', 'コー', 'ード']],
  ['한국어', ['한국', '국어']],
])('the text %j is split into terms', (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test('CJK pairs do not count as an identifier of two parts', () => {
  expect(splitIdentifier('写缓存').joined).toBe('');
});

test('parts longer than the limit are data and yield no terms', () => {
  expect(termsOf('a'.repeat(TERM_LENGTH_MAX + 1))).toEqual([]);
  expect(termsOf('a'.repeat(TERM_LENGTH_MAX))).toHaveLength(1);
});

test('a word of any length yields its terms', () => {
  expect(termsOf('写'.repeat(300_000))).toHaveLength(299_999);
});

const identifierText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^[A-Za-z0-9_$ .é写ü]{0,40}$/),
);

test('parts are substrings of the text after folding case and accents', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_ .-]{0,60}$/), (text) => {
      const folded = text.toLowerCase();
      for (const word of wordsOf(text)) {
        for (const part of splitIdentifier(word).parts) expect(folded).toContain(part);
      }
    }),
  );
});

test('splitting a part again yields the same part', () => {
  fc.assert(
    fc.property(identifierText, (text) => {
      for (const word of wordsOf(text)) {
        for (const part of splitIdentifier(word).parts) {
          expect(splitIdentifier(part).parts.join('')).toBe(part);
        }
      }
    }),
  );
});

test('no term is empty or contains a space, NUL or an upper-case ASCII letter', () => {
  fc.assert(
    fc.property(identifierText, (text) => {
      for (const term of termsOf(text)) expect(term).toMatch(/^[^\sA-Z\0]+$/u);
    }),
  );
});
