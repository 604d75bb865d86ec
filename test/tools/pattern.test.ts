import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePattern, type Pattern } from '../../src/tools/grep/pattern.ts';

function compiled(query: string): Pattern {
  return compilePattern({ query, regex: true, ignoreCase: false, wholeWord: false });
}

it.each([
  ['a bracket in a class', String.raw`fn\([^)a-w]*`, 'fn(x', undefined],
  ['a class that begins with a bracket', '[)xyzABC]DEF', 'xDEF', 'DEF'],
  ['a code of two digits', String.raw`\x41BCDEF`, 'ABCDEF', 'BCDEF'],
  ['a code of four', String.raw`\u0041BCDEF`, 'ABCDEF', 'BCDEF'],
  ['a code in braces', String.raw`\u{41}BCDEF`, 'ABCDEF', 'BCDEF'],
  ['a named reference', String.raw`(?<tag>foo)\k<tag>`, 'foofoo', undefined],
  ['a property', String.raw`\p{Letter}bar`, 'xbar', 'bar'],
  ['a count', 'cart{2}size', 'carttsize', 'size'],
  ['an escaped bracket', String.raw`\[cart\]`, '[cart]', 'cart'],
  ['what may be missing', 'carts?', 'cart', 'cart'],
  ['a character of two units that may be missing', 'cart😀?', 'cart', 'cart'],
  ['alternatives', 'cart|shop', 'shop', undefined],
  ['a look ahead', 'cart(?!size)', 'cart', 'cart'],
])('the literal text that every match contains is found for %s', (_, query, text, literal) => {
  const pattern = compiled(query);
  expect(pattern.expression.test(text)).toBe(true);
  expect(pattern.literal).toBe(literal);
});

it('ignores case by a flag at the start, as other dialects do', () => {
  const { expression, literal } = compiled('(?i)Cart_?size');
  expect(expression.test('CARTSIZE')).toBe(true);
  expect(literal).toBeUndefined();
  expect(() => compiled('cart(?i)size')).toThrow('not a regular expression');
});

it('the literal text of a pattern occurs in every text that matches', () => {
  const part = fc.constantFrom(
    'cart',
    'size',
    'a*',
    'b+c?',
    'x{2,3}',
    '(shop)',
    '(?:cart)?',
    '(?:size){0,2}',
    '[)(\\]cart]',
    '[^\\]a]',
    '\\(',
    '\\x41BC',
    '\\u0041BC',
    '\\d{3}',
    '.',
    'a|b',
  );
  const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const matching = source.chain((query) =>
    fc.tuple(fc.constant(query), fc.stringMatching(new RegExp(`^(?:${query})$`))),
  );
  fc.assert(
    fc.property(matching, ([query, text]) => {
      expect(text).toContain(compiled(query).literal ?? '');
    }),
    { numRuns: 1000 },
  );
});
