import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTerms } from '../../src/index/file-terms.ts';
import { type TextIndex, updateTextIndex } from '../../src/index/text-index.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { fileVectors } from '../../src/semantic/file-vectors.ts';
import { chunkKeys, KEY_WIDTH } from '../../src/vector/chunk-keys.ts';
import { anyFiles } from '../helpers/any-files.ts';
import { factsOf, snapshotOf } from '../helpers/facts.ts';

/** Long enough that each function is a chunk of its own. */
const BODY = '  step();\n'.repeat(90);

test('a file is as near as the mean of its chunks, each of which counts alike', () => {
  const index = snapshotOf({
    'a.ts': `function first() {\n${BODY}}\nfunction second() {\n${BODY}}\n`,
    'b.ts': `function third() {\n${BODY}}\n`,
  }).text;
  expect([...index.chunkFiles]).toEqual([0, 0, 1]);
  const rows = Int8Array.of(127, 0, 0, 10, 0, 127);
  const set = { model: '', recipe: '', dimensions: 2, keys: new Uint32Array(), rows };
  const cosines = fileVectors(set, index).scan.cosines(Float32Array.of(1, 0));
  expect(cosines[0]).toBeCloseTo(Math.SQRT1_2, 2);
  expect(cosines[1]).toBe(0);
});

/** Vectors that tell what is in their chunks. */
function setOf(index: TextIndex) {
  const keys = chunkKeys({ ...index.data });
  const rows = Int8Array.from(keys, (word) => (word % 100) + 1);
  return { model: '', recipe: '', dimensions: KEY_WIDTH, keys, rows };
}

test('after an edit, files have the vectors that they would have in a new index', () => {
  fc.assert(
    fc.property(anyFiles, anyFiles, (first, second) => {
      const kept = Object.entries(first).filter((_, number) => number % 3 > 0);
      const after = { ...second, ...Object.fromEntries(kept) };
      const paths = Object.keys(after).sort().map(toRepoPath);
      const changed = paths.filter((path) => after[path] !== first[path]);
      const terms = changed.map((path) => {
        const text = after[path] ?? '';
        return [path, fileTerms(factsOf(path, text), text)] as const;
      });
      const before = snapshotOf(first).text;
      const index = updateTextIndex(before, { paths, files: new Map(terms) });
      if (index.origin?.index.deref() !== before) return;
      const { rows } = fileVectors(setOf(index), index, fileVectors(setOf(before), before));
      expect(rows).toEqual(fileVectors(setOf(index), index).rows);
    }),
    { numRuns: 100 },
  );
});
