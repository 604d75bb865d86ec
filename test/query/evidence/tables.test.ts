/** What is remembered with lists of paths and names is what would be derived from nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSync } from '../../../src/base/cooperative.ts';
import { fileTerms } from '../../../src/index/file-terms.ts';
import { keepParts, type PartsRecord, partsRecordSteps } from '../../../src/index/parts-record.ts';
import { buildTextIndex, TextIndex, updateTextIndex } from '../../../src/index/text-index.ts';
import { stemOf } from '../../../src/index/tokenize.ts';
import { type RepoPath, toRepoPath } from '../../../src/model/path.ts';
import type { NameTables } from '../../../src/query/evidence/name-tables.ts';
import { type SearchTables, tablesOf } from '../../../src/query/evidence/tables.ts';
import { decode, encode } from '../../../src/store/codec.ts';
import { type Files, factsOf } from '../../helpers/facts.ts';

const termsOf = (path: string, text: string) => fileTerms(factsOf(path, text), text);

const pathsOf = (files: Files): RepoPath[] => Object.keys(files).sort().map(toRepoPath);

function indexOf(files: Files): TextIndex {
  return buildTextIndex(
    pathsOf(files).map((path) => ({ path, terms: termsOf(path, files[path] ?? '') })),
  );
}

/** With lists of its own, so that nothing is known of them. */
function copyOf({ data, words }: TextIndex): TextIndex {
  return new TextIndex({ ...data, paths: [...data.paths], names: [...data.names] }, words);
}

const SPELLINGS = ['get', 'getuser', 'get user', 'user', 'user test', 'run', 'run all', 'main'];

/** All of it that can be compared. */
function shown({ parts, filesByStem, names, ...rest }: SearchTables) {
  return {
    ...rest,
    parts: parts.parts.map((part, number) => [part, parts.stemOfPart(number)]),
    partCounts: names.partCounts,
    found: SPELLINGS.map((spelling) => [
      filesByStem.get(spelling),
      names.inLowerCase(spelling),
      names.byStems(spelling.split(' ')),
      bestMatches(names, spelling),
    ]),
  };
}

/** The names that match a word, with their best match. */
function bestMatches(names: NameTables, word: string) {
  const best = new Map<number, number>();
  names.forEachMatch({ word, stem: stemOf(word) }, ['getuser'], (name, value) => {
    if (!best.has(name)) best.set(name, value);
  });
  return [...best].sort(([a], [b]) => a - b);
}

const path = fc.constantFrom(
  'src/main.ts',
  'src/getUser.ts',
  'src/user_test.ts',
  'test/run.ts',
  'bin/run',
  'src/win/run.c',
  'src/unix/run.c',
);
const text = fc.constantFrom(
  'export function getUser() {}',
  'export function getUser() { return 1; }',
  'export const run = 1;',
  'class Main { runAll() {} }',
  '',
);
const files = fc.dictionary(path, text, { minKeys: 1, maxKeys: 6 });

test('search tables after incremental updates equal tables built from scratch', () => {
  const kept = { paths: 0, names: 0, none: 0 };
  fc.assert(
    fc.property(files, fc.array(files, { minLength: 1, maxLength: 3 }), (first, later) => {
      let [index, before] = [indexOf(first), first];
      tablesOf(index);
      for (const change of later) {
        const after = { ...before, ...change };
        const changed = pathsOf(after).filter((one) => after[one] !== before[one]);
        const terms = new Map(changed.map((one) => [one, termsOf(one, after[one] ?? '')]));
        const updated = updateTextIndex(index, { paths: pathsOf(after), files: terms });
        if (updated.data.paths === index.data.paths) kept.paths++;
        if (updated.data.names === index.data.names) kept.names++;
        if (updated.data.names !== index.data.names) kept.none++;
        expect(shown(tablesOf(updated))).toEqual(shown(tablesOf(copyOf(updated))));
        [index, before] = [updated, after];
      }
    }),
    { numRuns: 100 },
  );
  for (const count of Object.values(kept)) expect(count).toBeGreaterThan(10);
});

test('search tables of stored parts equal tables derived from the names and paths', () => {
  fc.assert(
    fc.property(files, (content) => {
      const index = indexOf(content);
      const bytes = encode(runSync(partsRecordSteps(index)));
      const loaded = copyOf(index);
      let reads = 0;
      keepParts(loaded, () => {
        reads++;
        return decode(bytes) as PartsRecord;
      });
      expect(shown(tablesOf(loaded))).toEqual(shown(tablesOf(copyOf(index))));
      expect(reads).toBe(1);
    }),
    { numRuns: 50 },
  );
});

test('search tables of an updated index with stored parts equal tables built from scratch', () => {
  const index = indexOf({ 'a.ts': 'export const getUser = 1;', 'b.ts': 'export const run = 1;' });
  const loaded = copyOf(index);
  keepParts(loaded, () => runSync(partsRecordSteps(index)));
  const updated = updateTextIndex(loaded, {
    paths: loaded.data.paths,
    files: new Map([[toRepoPath('b.ts'), termsOf('b.ts', 'export class User {}')]]),
  });
  expect(updated.data.names).not.toEqual(index.data.names);
  expect(shown(tablesOf(updated))).toEqual(shown(tablesOf(copyOf(updated))));
});

test('stored parts of other names are not used', () => {
  const [index, other] = [{ 'a.ts': 'export const run = 1;' }, { 'a.ts': '' }].map(indexOf);
  const loaded = copyOf(index as TextIndex);
  keepParts(loaded, () => runSync(partsRecordSteps(other as TextIndex)));
  expect(shown(tablesOf(loaded))).toEqual(shown(tablesOf(index as TextIndex)));
});
