/** Whether values of one written type can be given where another is expected. */
import { describe, expect, it } from 'vitest';
import {
  fitOfTypes,
  typeOfArgument,
  typeOfResult,
} from '../../src/languages/ecmascript/written-types.ts';

describe('types as they are written', () => {
  it.each([
    ['string', 'string | undefined', 'yes'],
    ['\'a\' | "b"', 'string', 'yes'],
    ['string[]', 'readonly string[]', 'yes'],
    ['Foo', 'unknown', 'yes'],
    ['string', 'number', 'no'],
    ['string', "'a' | 'b'", 'no'],
    ['readonly string[]', 'string[]', 'no'],
    ['number', '(value: string) => void', 'no'],
    ['string | undefined', 'string', 'partly'],
    ['Foo', 'Bar', 'unclear'],
    ['string', 'Name', 'unclear'],
    ['Foo<string | number>', 'Foo<string>', 'unclear'],
    ['() => string | number', '() => string', 'unclear'],
  ])('compares %s with %s: %s', (from, to, fit) => {
    expect(fitOfTypes(from, to)).toBe(fit);
  });

  it('knows the type of a literal argument alone', () => {
    const types = ["'a'", '12', 'true', 'undefined', `\`a \${b}\``, 'string', 'value', 'f()'].map(
      typeOfArgument,
    );
    expect(types).toEqual([
      "'a'",
      '12',
      'true',
      'undefined',
      'string',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [': string {', 'string'],
    ['?: string;', 'string | undefined'],
    [': { a: string } = {}', '{ a: string }'],
    [': A | { b: number } {', 'A | { b: number }'],
    [': Promise<string> =>', 'Promise<string>'],
    [': (a: string) => void = f', '(a: string) => void'],
    [' = 1', undefined],
  ])('reads the type in %j', (text, type) => {
    expect(typeOfResult(text)).toBe(type);
  });
});
