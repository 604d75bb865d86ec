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

test('searches for words find the files of edits that are not merged yet', () => {
  const words = ['load', 'loaded', 'reload', 'x', 'Übung'];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((all) => all.join(' '));
  const texts = fc.array(text, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.tuple(fc.nat({ max: 2 }), text), { maxLength: 4 }),
      (all, edits) => {
        const files: Record<string, string> = Object.fromEntries(
          all.map((own, file) => [`f${file}.ts`, own]),
        );
        let index = indexOf(files);
        for (const [file, own] of edits) {
          const path = index.data.paths[file]!;
          const before = new Map([[path, termsOf(path, files[path]!)]]);
          files[path] = own;
          const terms = new Map([[path, termsOf(path, own)]]);
          index = updateTextIndex(index, { paths: index.data.paths, files: terms, before });
        }
        const fresh = indexOf(files).words;
        for (const word of [...words, 'oad', 'lo']) {
          expect(index.words.filesOf(word)).toEqual(fresh.filesOf(word));
          for (const fit of ['whole', 'start', 'end', 'part'] as const)
            expect(found((file) => index.words.filesWith(word, fit, file))).toEqual(
              found((file) => fresh.filesWith(word, fit, file)),
            );
          expect(found((file) => index.words.filesWithWhole(word, file))).toEqual(
            found((file) => fresh.filesWithWhole(word, file)),
          );
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a long word that an edit adds is stored even if all other words stay', () => {
  const long = 'x'.repeat(300);
  const index = indexOf({ 'a.ts': 'load', 'b.ts': 'save' });
  const path = toRepoPath('b.ts');
  const updated = updateTextIndex(index, {
    paths: index.data.paths,
    files: new Map([[path, termsOf(path, `save ${long}`)]]),
    before: new Map([[path, termsOf(path, 'save')]]),
  });
  const fresh = indexOf({ 'a.ts': 'load', 'b.ts': `save ${long}` });
  expect(updated.words.longerFiles).toEqual(Int32Array.of(1));
  expect(updated.words.data).toEqual(fresh.words.data);
});

test('a file that holds a long word alone can be added', () => {
  const files = { 'a.ts': 'load', 'b.ts': 'x'.repeat(300) };
  const path = toRepoPath('b.ts');
  const terms = new Map([[path, termsOf(path, files['b.ts'])]]);
  const index = indexOf({ 'a.ts': 'load' });
  const updated = updateTextIndex(index, { paths: pathsOf(files), files: terms });
  expect(updated.words.data).toEqual(indexOf(files).words.data);
});

/** What a search calls its callback with, in order of files: the order of words is not defined. */
function found(search: (found: (file: number) => void) => void): readonly number[] {
  const files: number[] = [];
  search((file) => files.push(file));
  return files.sort((a, b) => a - b);
}

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
