import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalFiles } from '../../../src/query/literal/literal-files.ts';
import { literalsOf } from '../../../src/query/literal/literals.ts';
import { anyFiles } from '../../helpers/any-files.ts';
import { snapshotOf } from '../../helpers/facts.ts';

describe('literalFiles', () => {
  it('misses no file that a full scan finds, and is certain only of those files', () => {
    const extra = fc.constantFrom('=> {', '();', 'ar', '認証', '証を', ' ', 'class ', '// ', '😀');
    fc.assert(
      fc.property(anyFiles, extra, fc.nat(), fc.nat(40), (files, other, at, length) => {
        const texts = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
        const all = texts.map(([, text]) => text).join('');
        const start = all.length === 0 ? 0 : at % all.length;
        const { text: index } = snapshotOf(files);
        for (const literal of [all.slice(start, start + length), other]) {
          if (literal === '' || literal.includes('\0')) continue;
          const { files: found, unsure } = literalFiles(index, literal);
          const holding = texts.flatMap(([, text], file) => (text.includes(literal) ? [file] : []));
          expect(found).toEqual(expect.arrayContaining(holding));
          const sure = found.filter((file) => !unsure.has(file));
          expect(holding).toEqual(expect.arrayContaining(sure));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is certain about part of a word without reading any file', () => {
    const { text } = snapshotOf({ 'a.ts': 'const parseConfig = 1;\n', 'b.ts': 'let x = 1;\n' });
    expect(literalFiles(text, 'seConf')).toEqual({ files: [0], unsure: new Set() });
    expect(literalFiles(text, 'seConfig =').files).toEqual([0]);
    expect(literalFiles(text, 'Config x').files).toEqual([]);
  });
});

describe('literalsOf', () => {
  it.each([
    ['retry', ['retry']],
    ['where is UserService used?', ['where is UserService used?', 'UserService']],
    ['who reads "max size" of `a.b`', ['who reads "max size" of `a.b`', 'max size', 'a.b']],
    [
      'the snake_case and x::y, (z->w)',
      ['the snake_case and x::y, (z->w)', 'snake_case', 'x::y', 'z->w'],
    ],
    ['Where do I start', ['Where do I start']],
  ])('extracts the literal parts of the question "%s"', (question, texts) => {
    expect(literalsOf(question).map(({ text }) => text)).toEqual(texts);
  });
});
