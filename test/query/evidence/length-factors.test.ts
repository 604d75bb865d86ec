import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthFactor } from '../../../src/index/bm25.ts';
import { LengthFactors } from '../../../src/query/evidence/length-factors.ts';

test('a looked-up length factor is the computed one, for short and long fields', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      fc.constantFrom(0.5, 1),
      fc.nat({ max: 5000 }),
      (b, average, unit, steps) => {
        const factors = new LengthFactors(b, average, unit);
        expect(factors.at(steps)).toBe(lengthFactor(b, steps * unit, average));
      },
    ),
  );
});
