import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, QUERY_TERMS_MAX } from '../../src/query/parse-query.ts';

function words(text: string): string[] {
  return parseQuery(text).terms.map(({ word }) => word);
}

test.each([
  ['how are retries scheduled', ['retries', 'scheduled']],
  ['retry the retries', ['retry']],
  ['FlatHashMap insert', ['flat', 'hash', 'map', 'insert']],
  ['what is this', ['what', 'is', 'this']],
  ['gRPC of i18n', ['rpc', '18']],
  ['api v2', ['api', 'v', '2']],
  ['写缓存 flush', ['写缓', '缓存', 'flush']],
  ['???', []],
  ['', []],
])('parseQuery extracts the terms of %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each([
  ['where is useState called', ['useState']],
  ['absl::StrCat and flat_hash_map', ['StrCat', 'flat_hash_map']],
  ['parse utf8 text', ['utf8']],
  ['How does Router work', ['Router']],
  ['plain words only', []],
  ['写缓存', []],
])('parseQuery extracts the identifiers of %j', (text, expected) => {
  expect(parseQuery(text).identifiers).toEqual(expected);
});

test.each([
  ['rate limit', ['ratelimit']],
  ['rate of limit', ['rateoflimit']],
  ['the rate limiter', ['ratelimiter']],
  ['a b', []],
  ['two three four', ['twothree', 'threefour', 'twothreefour']],
  [
    'two three two three',
    ['twothree', 'threetwo', 'twothreetwo', 'threetwothree', 'twothreetwothree'],
  ],
])('parseQuery extracts the runs of %j', (text, expected) => {
  expect(parseQuery(text).runs.map((run) => run.joined)).toEqual(expected);
});

test.each([
  ['Client.send', ['Client>send']],
  ['a.b.c or Foo::bar->baz', ['a>b', 'b>c', 'Foo>bar', 'bar>baz']],
  ['User#name', ['User>name']],
  ['the end. Then more', []],
  ['a . b', []],
])('parseQuery extracts the qualified names of %j', (text, expected) => {
  expect(parseQuery(text).qualified.map(({ owner, name }) => `${owner}>${name}`)).toEqual(expected);
});

test('joined identifiers are looked up as one word', () => {
  expect(parseQuery('FlatHashMap kindOf Router').joined).toEqual(['flathashmap', 'kindof']);
});

test('any text is a valid query, and the number of terms is bounded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
      const query = parseQuery(text);
      expect(query.terms.length).toBeLessThanOrEqual(QUERY_TERMS_MAX);
      expect(new Set(query.terms.map(({ stem }) => stem)).size).toBe(query.terms.length);
    }),
  );
  const many = Array.from({ length: 500 }, (_, at) => `word${'abcdefgh'.charAt(at % 8)}${at}x`);
  expect(parseQuery(many.join(' ')).terms).toHaveLength(QUERY_TERMS_MAX);
});

test('a pasted megabyte of text is a valid query', () => {
  expect(parseQuery('a_'.repeat(500_000)).terms).toEqual([{ stem: 'a', word: 'a' }]);
  expect(parseQuery('a'.repeat(1_000_000)).qualified).toEqual([]);
});
