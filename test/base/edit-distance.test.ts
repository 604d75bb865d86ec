import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestNames } from '../../src/base/edit-distance.ts';

test.each([
  ['crat', ['cart', 'cat', 'create', 'zebra'], ['cat', 'cart', 'create']],
  ['load', ['upload', 'loader', 'Load', 'lead'], ['Load', 'loader', 'lead', 'upload']],
])('nearest to %s are, best first, of %j: %j', (name, candidates, expected) => {
  expect(nearestNames(name, candidates, 5)).toEqual(expected);
});

test('every name within the distance is found, as comparing all of them finds it', () => {
  const name = fc.stringMatching(/^[a-eA-E_0-9]{1,9}$/);
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 30 }), (target, candidates) => {
      const lower = target.toLowerCase();
      const distanceMax = Math.max(2, Math.floor(lower.length / 3));
      const near = candidates.filter(
        (own) => editDistance(lower, own.toLowerCase()) <= distanceMax,
      );
      expect(nearestNames(target, candidates, 100)).toEqual(
        expect.arrayContaining([...new Set(near)]),
      );
    }),
  );
});
