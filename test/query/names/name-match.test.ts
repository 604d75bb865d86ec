import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namePartsOf } from '../../../src/index/text-parts.ts';
import { stemOf } from '../../../src/index/tokenize.ts';
import { abbreviationPartners } from '../../../src/query/names/abbreviations.ts';
import { nameMatch } from '../../../src/query/names/name-match.ts';
import { PartTable } from '../../../src/query/names/part-table.ts';

function match(word: string, part: string): number {
  return nameMatch({ word, stem: stemOf(word) }, part, stemOf(part));
}

test.each([
  ['retry', 'retries', 1, 'equal stems'],
  ['authentication', 'auth', 0.8, 'abbreviation'],
  ['auth', 'authentication', 0.8, 'abbreviation, the other way'],
  ['context', 'ctx', 0.8, 'abbreviation'],
  ['authorization', 'authentication', 0, 'two words abbreviated alike are not each other'],
  ['serial', 'serials', 1, 'plural'],
  ['stream', 'streamer', 0.75, 'prefix, lengths differ by at most 4'],
  ['network', 'net', 0.8, 'abbreviation before prefix'],
  ['binding', 'bin', 0.6, 'the part begins the word'],
  ['auto', 'autocomplete', 0.5, 'the word begins the part'],
  ['aut', 'autocomplete', 0, 'a word of three letters begins nothing'],
  ['binding', 'bi', 0, 'nor does a part of two'],
  ['connector', 'connecting', 0.5, 'long shared prefix: 7 of 10'],
  ['container', 'continue', 0, 'short shared prefix'],
  ['route', 'parse', 0, 'nothing shared'],
] satisfies [string, string, number, string][])(
  'the query word %s matches the name part %s with value %d (%s)',
  (word, part, value) => {
    expect(match(word, part)).toBe(value);
  },
);

test('an abbreviation pairs with its expansion, both ways', () => {
  expect(abbreviationPartners(stemOf('config'))).toContain(stemOf('configuration'));
  expect(abbreviationPartners(stemOf('configuration'))).toEqual([stemOf('config')]);
  expect(abbreviationPartners('unheard')).toEqual([]);
});

const part = fc.oneof(
  fc.stringMatching(/^[a-d]{1,8}$/),
  fc.constantFrom('auth', 'authentication', 'authorize', 'retry', 'retries', 'ctx', '8', '写缓'),
  fc.constantFrom('serialize', 'serialization', 'serializer', 'serial', 'ser', 'se'),
);

test('the part table finds exactly the parts that a full scan finds, best first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(part, { maxLength: 40 }), part, (parts, word) => {
      const table = new PartTable(namePartsOf([...parts].sort()));
      const term = { word, stem: stemOf(word) };
      const expected = table.parts
        .map((text, number) => ({ number, value: nameMatch(term, text, stemOf(text)) }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value || a.number - b.number);
      const found = table.matches(term);
      expect([...found.parts]).toEqual(expected.map(({ number }) => number));
      expect([...found.values]).toEqual(expected.map(({ value }) => value));
      expect(table.matches(term)).toBe(found);
    }),
    { numRuns: 500 },
  );
});
