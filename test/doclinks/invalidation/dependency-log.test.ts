import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lookupKey,
  lookupPrefix,
  parseKey,
} from '../../../src/doclinks/invalidation/dependency-keys.ts';
import { DependencyLog } from '../../../src/doclinks/invalidation/dependency-log.ts';

const answers = fc
  .dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 3 }))
  .map((entries) => new Map(Object.entries(entries)));

describe('DependencyLog', () => {
  it('answers what it was made of', () => {
    fc.assert(
      fc.property(answers, fc.string({ maxLength: 3 }), (entries, key) => {
        const log = new DependencyLog(entries);
        expect(log.answerOf(key)).toBe(entries.get(key));
        for (const [known, answer] of entries) expect(log.answerOf(known)).toBe(answer);
        expect([...log.keysWith(key)]).toEqual(
          [...entries.keys()].filter((one) => one.startsWith(key)).sort(),
        );
      }),
    );
  });

  it('is made again from an earlier log and the deltas since', () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1 }), (versions) => {
        const [first, ...later] = versions.map((entries) => new DependencyLog(entries));
        let before = first;
        const deltas = later.map((log) => {
          const delta = log.deltaFrom(before ?? log);
          before = log;
          return delta;
        });
        expect(first?.withDeltas(deltas).record()).toEqual(before?.record());
      }),
    );
  });

  it('stores in a delta the keys that differ and no others', () => {
    const before = new DependencyLog(
      new Map([
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ]),
    );
    const after = new DependencyLog(
      new Map([
        ['a', 1],
        ['b', 2],
        ['d', 1],
      ]),
    );
    expect(after.deltaFrom(before)).toEqual({
      removed: ['c'],
      changed: { keys: ['b', 'd'], answers: Float64Array.of(2, 1) },
    });
  });
});

describe('keys of lookups', () => {
  it('can be taken apart, whatever the arguments hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 3 }),
        (args) => {
          expect(parseKey(lookupKey('module', ...args))).toEqual({ lookup: 'module', args });
        },
      ),
    );
    expect(parseKey('Cart')).toEqual({ name: 'Cart' });
  });

  it('begin with their first arguments', () => {
    const key = lookupKey('member', 'a.ts', 'a.ts::Cart', 'add');
    expect(key.startsWith(lookupPrefix('member', 'a.ts'))).toBe(true);
    expect(key.startsWith(lookupPrefix('member'))).toBe(true);
    expect(key.startsWith(lookupPrefix('member', 'a.t'))).toBe(false);
  });
});
