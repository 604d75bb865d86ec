/** Which branches of `#if` are known not to be compiled. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/extractors/preprocessor/expression.ts';
import { leftOut } from '../../src/extractors/preprocessor/left-out.ts';
import { givenToC } from '../../src/languages/c/platform.ts';

const NAMES = {
  isDefined: (name: string) => ({ YES: 1, NO: 0 })[name],
  valueOf: (name: string) => ({ YES: 3, NO: 0 })[name],
};

test.each([
  ['1 + 2 * 3 == 7', 1],
  ['(1 + 2) * 3 - -1', 10],
  ['0x10UL >> 2', 4],
  ['YES > 2 ? 5 : 6', 5],
  ['defined YES && !defined(NO)', 1],
  ['defined(NO) || SOME', undefined],
  ['defined(YES) || SOME', 1],
  ['SOME && NO', 0],
  ['!SOME', undefined],
  ['__has_include(<a.h>)', undefined],
  ['VERSION(1, (2)) || YES', 1],
  ['YES /* of 3 */ == 3 // so', 1],
  ['1 / 0 > 2 +', undefined],
  ['', undefined],
])('%s', (text, value) => {
  expect(evaluate(text, NAMES)).toBe(value);
});

/** The lines that are certainly not compiled. */
function linesOut(text: string): string[] {
  const ranges = leftOut(text, givenToC);
  let at = 0;
  return text.split('\n').filter((line) => {
    const start = at;
    at += line.length + 1;
    return ranges.some((range) => range.start <= start && start < range.end);
  });
}

describe('the C preprocessor omits', () => {
  test.each([
    ['other systems', '#ifdef _WIN32\na\n#else\nb\n#endif', ['a']],
    [
      'what comes after a branch that is taken',
      '#if 1\na\n#elif X\nb\n#else\nc\n#endif',
      ['b', 'c'],
    ],
    ['nothing where nobody knows', '#if HAVE_X\na\n#elif HAVE_Y\nb\n#else\nc\n#endif', []],
    ['not what a guard is around', '#ifndef A_H\n#define A_H\na\n#endif', []],
    ['what a text defines otherwise', '#define N 2\n#if N == 1\na\n#elif N == 2\nb\n#endif', ['a']],
    ['not what may be defined', '#if X\n#define N 1\n#endif\n#if N\na\n#else\nb\n#endif', []],
    ['what is undefined again', '#define N\n#undef N\n#ifdef N\na\n#endif', ['a']],
    ['branches inside of others', '#if X\n#if 0\na\n#endif\nb\n#endif', ['a']],
    ['not what defines itself', '#define N N\n#if N\na\n#endif', []],
  ])('%s', (_, text, lines) => {
    expect(linesOut(text)).toEqual(lines);
  });
});

test('the omitted ranges of any text are valid', () => {
  const part = fc.constantFrom(
    '#if ',
    '#elif ',
    '#else',
    '#endif',
    '#define N ',
    '#undef N',
    '#ifdef N',
    '\n',
    '\\\n',
    'N',
    '1',
    '(',
    ')',
    '!',
    '&&',
    '?',
    ':',
    'defined',
    '/*',
    '*/',
    '"',
    '_WIN32',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      for (const { start, end } of leftOut(text, givenToC)) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

describe('a condition that would take too long is unknown', () => {
  test('with names that each expand to several others', () => {
    const names = Array.from({ length: 16 }, (_, n) => n);
    const defines = names.map((n) => `#define A${n} ${`A${n + 1} + `.repeat(8)}1\n`).join('');
    expect(leftOut(`${defines}#define A16 1\n#if A0\nint a;\n#endif\n`, givenToC)).toEqual([]);
  });

  test('with nested conditions', () => {
    expect(evaluate(`${'1 ? 1 : '.repeat(100_000)}1`, NAMES)).toBeUndefined();
  });
});
