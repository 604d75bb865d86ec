import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withReplaced } from '../../src/base/replaced-map.ts';

describe('withReplaced', () => {
  it('equals a copy with the values set, in the same order, and leaves the map as it was', () => {
    const edits = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(9)), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(edits, (all) => {
        const first: ReadonlyMap<string, number> = new Map([
          ['c', 1],
          ['a', 2],
          ['b', 3],
        ]);
        let map = first;
        const copy = new Map(first);
        for (const edit of all) {
          map = withReplaced(map, new Map(Object.entries(edit)));
          for (const [key, value] of Object.entries(edit)) copy.set(key, value);
          expect([...map]).toEqual([...copy]);
          expect([...map.values()]).toEqual([...copy.values()]);
          for (const key of ['a', 'b', 'c', 'd']) {
            expect(map.get(key)).toBe(copy.get(key));
            expect(map.has(key)).toBe(copy.has(key));
          }
          expect(map.size).toBe(copy.size);
        }
        expect([...first.values()]).toEqual([1, 2, 3]);
      }),
    );
  });

  it('merges many replaced values', () => {
    const keys = Array.from({ length: 300 }, (_, key) => key);
    let map: ReadonlyMap<number, number> = new Map(keys.map((key) => [key, 0]));
    for (const key of keys) map = withReplaced(map, new Map([[key, key]]));
    expect([...map.values()]).toEqual(keys);
  });
});
