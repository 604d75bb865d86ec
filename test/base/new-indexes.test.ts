import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newIndexes } from '../../src/base/new-indexes.ts';

const anyPaths = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'b/c', 'b.ts', 'c', 'c/d', 'é', '価', 'z'))
  .map((paths) => paths.sort());

test('newIndexes maps the entries of a sorted list to their positions in another', () => {
  fc.assert(
    fc.property(anyPaths, anyPaths, (before, now) => {
      expect([...newIndexes(before, now)]).toEqual(before.map((path) => now.indexOf(path)));
    }),
  );
});
