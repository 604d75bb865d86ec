import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unshared } from '../../src/base/unshared.ts';

test('a copy of a text equals it, whatever its characters', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 13 })),
      fc.constantFrom('', '\ud800', 'é'.repeat(13)),
      (text, end) => {
        expect(unshared(text + end)).toBe(text + end);
      },
    ),
  );
});
