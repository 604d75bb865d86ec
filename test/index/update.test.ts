/** A text index that was updated equals, array by array, one built from what is there now. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsByFile } from '../../src/index/build/invert.ts';
import { fileTerms } from '../../src/index/file-terms.ts';
import {
  buildTextIndex,
  type TextIndex,
  updateTextIndex,
  updateTextIndexSteps,
} from '../../src/index/text-index.ts';
import { type RepoPath, toRepoPath } from '../../src/model/path.ts';
import { anyFiles } from '../helpers/any-files.ts';
import { type Files, factsOf } from '../helpers/facts.ts';

const termsOf = (path: string, text: string) => fileTerms(factsOf(path, text), text);

const pathsOf = (files: Files): RepoPath[] => Object.keys(files).sort().map(toRepoPath);

function indexOf(files: Files): TextIndex {
  return buildTextIndex(
    pathsOf(files).map((path) => ({ path, terms: termsOf(path, files[path] ?? '') })),
  );
}

const anyKept = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });

test('an updated index equals one built from scratch, after any change', () => {
  let keptCount = 0;
  fc.assert(
    fc.property(anyFiles, anyFiles, anyKept, fc.boolean(), (first, second, keeps, isKnown) => {
      const kept = Object.entries(first).filter((_, index) => keeps[index % keeps.length]);
      const after = { ...second, ...Object.fromEntries(kept) };
      keptCount += kept.length;
      const changed = pathsOf(after).filter((path) => after[path] !== first[path]);
      const terms = new Map(changed.map((path) => [path, termsOf(path, after[path] ?? '')]));
      const dropped = pathsOf(first).filter((path) => after[path] !== first[path]);
      const before = new Map(dropped.map((path) => [path, termsOf(path, first[path] ?? '')]));
      const index = indexOf(first);
      // Lists of the same paths are one list, as in a project.
      const paths =
        pathsOf(first).join() === pathsOf(after).join() ? index.data.paths : pathsOf(after);
      const update = { paths, files: terms, ...(isKnown ? { before } : {}) };
      const updated = updateTextIndex(index, update);
      expect(updated.data).toEqual(indexOf(after).data);
      expect(updated.words.data).toEqual(indexOf(after).words.data);
    }),
    { numRuns: 100 },
  );
  expect(keptCount).toBeGreaterThan(30);
});

test('an update of many files yields to the event loop in many steps', () => {
  const files = (name: string): Files =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_, file) => [
        `f${file}.ts`,
        `export const ${name}${file} = ${file};\n`,
      ]),
    );
  const after = files('after');
  const terms = new Map(pathsOf(after).map((path) => [path, termsOf(path, after[path] ?? '')]));
  const update = updateTextIndexSteps(indexOf(files('before')), {
    paths: pathsOf(after),
    files: terms,
  });
  let steps = 0;
  let step = update.next();
  for (; step.done !== true; step = update.next()) steps++;
  expect(step.value.data).toEqual(indexOf(after).data);
  expect(steps).toBeGreaterThan(500);
});

test('terms reconstructed from an index build the same index again', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const { data } = indexOf(files);
      const terms = termsByFile(data);
      const again = buildTextIndex(
        data.paths.map((path) => ({
          path,
          terms: { ...termsOf(path, files[path] ?? ''), ...terms.get(path) },
        })),
      );
      expect(again.data).toEqual(data);
    }),
    { numRuns: 50 },
  );
});
