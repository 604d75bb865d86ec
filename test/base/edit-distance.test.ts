import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestNames } from '../../src/base/edit-distance.ts';

test.each([
  ['crat', ['cart', 'cat', 'create', 'zebra'], ['cat', 'cart', 'create']],
  ['load', ['upload', 'loader', 'Load', 'lead'], ['Load', 'loader', 'lead', 'upload']],
])('the candidates nearest to %s, best first, of %j are %j', (name, candidates, expected) => {
  expect(nearestNames(name, candidates, 5)).toEqual(expected);
});

test('finds every name within the distance, like comparing all names', () => {
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
