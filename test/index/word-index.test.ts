import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordsOf } from '../../src/index/tokenize.ts';
import { buildWordIndex, textWords, type WordFit } from '../../src/index/word-index.ts';

const anyText = fc
  .array(
    fc.constantFrom(
      'cart',
      'Cart',
      'total',
      'art',
      '価格',
      '合計価格',
      'é',
      '_x1',
      ' ',
      '.',
      '\n',
      '(',
    ),
  )
  .map((parts) => parts.join(''));

const FITS: Readonly<Record<WordFit, (word: string, text: string) => boolean>> = {
  whole: (word, text) => word === text,
  start: (word, text) => word.startsWith(text),
  end: (word, text) => word.endsWith(text),
  part: (word, text) => word.includes(text),
};

it.each(Object.entries(FITS))('finds the same files of words by %s as a full scan', (fit, fits) => {
  const anyWord = fc.constantFrom(
    'cart',
    'art',
    'ca',
    '価格',
    '価',
    't',
    'x1',
    'zebra',
    'cartCart',
  );
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 300 }), anyWord, (texts, word) => {
      const index = buildWordIndex(texts.map(textWords));
      const found = new Set<number>();
      index.filesWith(word, fit as WordFit, (file) => found.add(file));
      const expected = texts.flatMap((text, file) =>
        wordsOf(text).some((own) => fits(own, word)) ? [file] : [],
      );
      expect([...found].sort((a, b) => a - b)).toEqual(expected);
    }),
  );
});

it('records which files contain words too long to be listed', () => {
  const index = buildWordIndex(['short', 'x'.repeat(5000), 'y'.repeat(200)].map(textWords));
  expect([...index.data.longerFiles]).toEqual([1]);
  expect(index.data.words.length).toBeLessThan(300);
});
