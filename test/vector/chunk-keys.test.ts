import { expect, test } from 'vitest';
import { chunkKeys, KEY_WIDTH, keepKeys } from '../../src/vector/chunk-keys.ts';
import { reuseRows } from '../../src/vector/reuse.ts';
import { indexOf } from './index-of.ts';

const FILES = {
  'src/a.ts': 'export const first = 1;',
  'src/b.ts': 'export const second = first;',
  'src/deep/c.ts': 'export const third = 3;',
};

/** Path → the key of the file's only chunk. */
function keysOf(files: Readonly<Record<string, string>>): Map<string, string> {
  const { data } = indexOf(files);
  const keys = chunkKeys(data);
  return new Map(
    data.paths.map((path, file) => [
      path,
      keys.subarray(file * KEY_WIDTH, (file + 1) * KEY_WIDTH).join(' '),
    ]),
  );
}

test('a chunk key depends on the chunk and its path, not on other files', () => {
  const before = keysOf(FILES);
  expect(new Set(before.values()).size).toBe(3);
  const after = keysOf({ ...FILES, 'src/b.ts': 'export const second = 2;', 'src/d.ts': 'let x;' });
  expect(after.get('src/a.ts')).toBe(before.get('src/a.ts'));
  expect(after.get('src/deep/c.ts')).toBe(before.get('src/deep/c.ts'));
  expect(after.get('src/b.ts')).not.toBe(before.get('src/b.ts'));
});

test('the same text at another path has another chunk key', () => {
  const keys = keysOf({ 'src/a.ts': 'let x;', 'src/b.ts': 'let x;', 'lib/a.ts': 'let x;' });
  expect(new Set(keys.values()).size).toBe(3);
});

test('stored chunk keys are used instead of computed ones, and refused for another index', () => {
  const { data } = indexOf(FILES);
  const keys = chunkKeys({ ...data }).map((word) => word + 1);
  keepKeys(data, keys);
  expect(chunkKeys(data)).toBe(keys);
  expect(() => keepKeys(indexOf({ 'src/a.ts': 'let x;' }).data, keys)).toThrow('another index');
});

test('reuseRows shares the memory of known rows that are in the order of the keys', () => {
  const keys = Uint32Array.of(1, 2, 3, 4, 5, 6);
  const known = { model: 'm', recipe: '', dimensions: 1, keys, rows: Int8Array.of(1, 2, 3) };
  const { rows, missing } = reuseRows(known, keys.subarray(2), 1);
  expect([...rows]).toEqual([2, 3]);
  expect(rows.buffer).toBe(known.rows.buffer);
  expect(missing).toHaveLength(0);
});

test('reuseRows reuses known rows at any position', () => {
  const keys = Uint32Array.of(1, 2, 3, 4, 5, 6);
  const rows3 = Int8Array.of(1, 1, 2, 2, 3, 3);
  const known = { model: 'm', recipe: '', dimensions: 2, keys, rows: rows3 };
  const { rows, missing } = reuseRows(known, Uint32Array.of(5, 6, 7, 8, 1, 2), 2);
  expect([...rows]).toEqual([3, 3, 0, 0, 1, 1]);
  expect([...missing]).toEqual([1]);
});

test('reuseRows reports all rows as missing when none are known', () => {
  expect([...reuseRows(undefined, Uint32Array.of(1, 2, 3, 4), 2).missing]).toEqual([0, 1]);
});
