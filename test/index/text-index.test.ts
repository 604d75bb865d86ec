import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkFile } from '../../src/index/chunk.ts';
import { fileTerms } from '../../src/index/file-terms.ts';
import { pathWords, sharedFolderDepth, termsOfName } from '../../src/index/path-words.ts';
import { fromTextIndexRecord, toTextIndexRecord } from '../../src/index/record.ts';
import { buildTextIndex, type TextIndex } from '../../src/index/text-index.ts';
import {
  CHUNK_FIELD_COUNT,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
} from '../../src/index/text-index-data.ts';
import { termsOf } from '../../src/index/tokenize.ts';
import { anyFiles } from '../helpers/any-files.ts';
import { type Files, factsOf } from '../helpers/facts.ts';

function indexOf(files: Files): TextIndex {
  return buildTextIndex(
    Object.keys(files)
      .sort()
      .map((path) => {
        const facts = factsOf(path, files[path]!);
        return { path: facts.path, terms: fileTerms(facts, files[path]!) };
      }),
  );
}

/** `term chunk count` of every term in every chunk's text, counted the slow way. */
function bodyCounts(files: Files): string[] {
  const rows = new Map<string, number>();
  let chunk = 0;
  for (const path of Object.keys(files).sort()) {
    const text = files[path]!;
    for (const { start, end } of chunkFile(factsOf(path, text), text)) {
      for (const term of termsOf(text.slice(start, end))) {
        rows.set(`${term} ${chunk}`, (rows.get(`${term} ${chunk}`) ?? 0) + 1);
      }
      chunk++;
    }
  }
  return [...rows].map(([row, count]) => `${row} ${count}`).sort();
}

test('postings equal a direct count of every chunk', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const { data } = indexOf(files);
      const found: string[] = [];
      for (const [term, text] of data.terms.entries()) {
        for (let at = data.postingStarts[term]!; at < data.postingStarts[term + 1]!; at++) {
          const count = data.postingCounts[at * CHUNK_FIELD_COUNT]!;
          if (count > 0) found.push(`${text} ${data.postingChunks[at]} ${count}`);
        }
      }
      expect(found.sort()).toEqual(bodyCounts(files));
    }),
    { numRuns: 50 },
  );
});

test('posting lists, terms, names and paths are ascending without duplicates', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const { data } = indexOf(files);
      const ascends = (values: ArrayLike<number>) =>
        Array.from(values).every((value, at, all) => at === 0 || value > all[at - 1]!);
      for (let term = 0; term < data.terms.length; term++) {
        const [start, end] = [data.postingStarts[term]!, data.postingStarts[term + 1]!];
        expect(ascends(data.postingChunks.subarray(start, end))).toBe(true);
        expect(
          ascends(data.fileFiles.subarray(data.fileStarts[term]!, data.fileStarts[term + 1]!)),
        ).toBe(true);
      }
      for (const column of [data.terms, data.names, data.paths]) {
        expect([...column]).toEqual([...new Set(column)].sort());
      }
    }),
    { numRuns: 50 },
  );
});

test('frequencies count chunks and files as if path and header were copied into every chunk', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const { data } = indexOf(files);
      const paths = Object.keys(files).sort();
      const depth = sharedFolderDepth(paths);
      for (const [term, text] of data.terms.entries()) {
        let withPath = 0;
        let fileCount = 0;
        for (const [file, path] of paths.entries()) {
          const { stem, folders } = pathWords(path, depth);
          const inPath = [stem, ...folders].flatMap(termsOfName).includes(text);
          const inHeader = fileCountOf(data, term, file, FILE_FIELDS.header) > 0;
          const facts = factsOf(path, files[path]!);
          const own = chunkFile(facts, files[path]!).map(({ start, end }) =>
            termsOf(files[path]!.slice(start, end)).includes(text),
          );
          withPath += inPath || inHeader ? own.length : own.filter(Boolean).length;
          if (inPath || inHeader || own.includes(true)) fileCount++;
        }
        // Names and scopes are words of the text too, so the body alone tells which chunks have a term.
        const scoped = scopeOnly(data, term);
        if (scoped) continue;
        expect([text, data.chunkFrequencyWithPath[term]]).toEqual([text, withPath]);
        expect([text, data.fileFrequency[term]]).toEqual([text, fileCount]);
      }
    }),
    { numRuns: 50 },
  );
});

function scopeOnly(data: TextIndex['data'], term: number): boolean {
  for (let at = data.postingStarts[term]!; at < data.postingStarts[term + 1]!; at++) {
    if (data.postingCounts[at * CHUNK_FIELD_COUNT] === 0) return true;
  }
  return false;
}

function fileCountOf(data: TextIndex['data'], term: number, file: number, field: number): number {
  for (let at = data.fileStarts[term]!; at < data.fileStarts[term + 1]!; at++) {
    if (data.fileFiles[at] === file) return data.fileCounts[at * FILE_FIELD_COUNT + field]!;
  }
  return 0;
}

test('every declared name lists the files that declare it', () => {
  const index = indexOf({
    'a.ts': 'class Box {\n}\n',
    'b.ts': 'function Box() {\n}\nclass Lid {\n}\n',
  });
  const name = index.nameNumber('Box');
  const { nameStarts, nameFiles } = index.data;
  expect([...nameFiles.subarray(nameStarts[name], nameStarts[name + 1])]).toEqual([0, 1]);
  expect(index.nameNumber('box')).toBe(-1);
});

test('terms are found by value and by prefix', () => {
  const index = indexOf({ 'a.ts': 'alpha alpine beta' });
  expect(index.data.terms[index.termNumber('beta')]).toBe('beta');
  expect(index.termNumber('alp')).toBe(-1);
  const { first, end } = index.termsWithPrefix('alp');
  expect(index.data.terms.slice(first, end)).toEqual(['alpha', 'alpin']);
  expect(index.termsWithPrefix('zzz')).toEqual({ first: 4, end: 4 });
});

test('the order in which files are added does not change the index', () => {
  const files = ['b.ts', 'a.ts', 'c/a.ts'].map((path) => {
    const text = `export const of_${path.replace(/\W/g, '_')} = shared;`;
    return { path: factsOf(path, text).path, terms: fileTerms(factsOf(path, text), text) };
  });
  const unsorted = buildTextIndex(files);
  const sorted = buildTextIndex(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
  expect(unsorted.data).toEqual(sorted.data);
  expect(unsorted.words.data).toEqual(sorted.words.data);
});

test('a file that is added twice is refused', () => {
  const { path } = factsOf('a.ts', '');
  const terms = fileTerms(factsOf('a.ts', ''), '');
  expect(() =>
    buildTextIndex([
      { path, terms },
      { path, terms },
    ]),
  ).toThrow('added twice');
});

test('an index without files is valid', () => {
  const index = buildTextIndex([]);
  expect(index.fileCount).toBe(0);
  expect(index.termNumber('x')).toBe(-1);
});

describe('a text index record', () => {
  test('survives a round trip', () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const index = indexOf(files);
        expect(fromTextIndexRecord(toTextIndexRecord(index)).data).toEqual(index.data);
      }),
      { numRuns: 50 },
    );
  });

  test('is rejected if any column is missing, truncated or of another type', () => {
    const record = toTextIndexRecord(indexOf({ 'src/a.ts': '// Box\nclass Box {\n}\n' }));
    for (const column of Object.keys(record) as (keyof typeof record)[]) {
      const value = record[column];
      const spoiled: unknown[] = [undefined, null, 'x', {}];
      if (ArrayBuffer.isView(value)) spoiled.push(value.slice(1));
      for (const other of spoiled) {
        // A string column may hold any one string more or less without the lengths noticing it.
        if (typeof value === 'string' && typeof other === 'string') continue;
        expect(() => fromTextIndexRecord({ ...record, [column]: other }), column).toThrow(
          expect.objectContaining({ code: 'GM_STORE_CORRUPT' }),
        );
      }
    }
  });
});
