/** After an update, keys and rows are what they would be had nothing been known. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTerms } from '../../src/index/file-terms.ts';
import { updateTextIndex } from '../../src/index/text-index.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { chunkKeys, KEY_WIDTH, movedKeys } from '../../src/vector/chunk-keys.ts';
import { reuseMovedRows } from '../../src/vector/reuse.ts';
import { anyFiles } from '../helpers/any-files.ts';
import { factsOf } from '../helpers/facts.ts';
import { indexOf } from './index-of.ts';

/** A row that tells its key. */
const rowsFor = (keys: Uint32Array): Int8Array => Int8Array.from(keys, (word) => (word % 100) + 1);

test('keys and rows move with their chunks', () => {
  let movedCount = 0;
  let missingCount = 0;
  fc.assert(
    fc.property(anyFiles, anyFiles, (first, second) => {
      const kept = Object.entries(first).filter((_, index) => index % 3 > 0);
      const after = { ...second, ...Object.fromEntries(kept) };
      const paths = Object.keys(after).sort().map(toRepoPath);
      const changed = paths.filter((path) => after[path] !== first[path]);
      const files = new Map(
        changed.map((path) => {
          const text = after[path] ?? '';
          return [path, fileTerms(factsOf(path, text), text)];
        }),
      );
      const before = indexOf(first);
      const updated = updateTextIndex(before, { paths, files });
      const { origin } = updated;
      if (origin === undefined) return;
      expect(origin.index.deref()).toBe(before);
      const known = chunkKeys(before.data);
      const keys = movedKeys(known, origin, updated.chunkCount);
      expect(keys).toEqual(chunkKeys({ ...updated.data }));
      const set = {
        model: 'm',
        recipe: '',
        dimensions: KEY_WIDTH,
        keys: known,
        rows: rowsFor(known),
      };
      const { rows, missing } = reuseMovedRows(set, keys, origin);
      const expected = rowsFor(keys);
      for (const chunk of missing) expected.fill(0, chunk * KEY_WIDTH, (chunk + 1) * KEY_WIDTH);
      expect(rows).toEqual(expected);
      const made = new Set(origin.chunkOfMade);
      expect([...missing].every((chunk) => made.has(chunk))).toBe(true);
      movedCount += keys.length / KEY_WIDTH - missing.length;
      missingCount += missing.length;
    }),
    { numRuns: 100 },
  );
  expect(Math.min(movedCount, missingCount)).toBeGreaterThan(30);
});
