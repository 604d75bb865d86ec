/** The graph of neighbours, where hnswlib-node could be installed; otherwise, that this is said. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KEY_WIDTH } from '../../src/vector/chunk-keys.ts';
import { ExactScan } from '../../src/vector/exact-scan.ts';
import { HnswIndex, loadHnsw } from '../../src/vector/hnsw.ts';

const DIMENSIONS = 32;
const loaded = await loadHnsw().catch((error: unknown) => String(error));

/** Pseudo-random numbers between −1 and 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const rowsOf = (count: number): Int8Array =>
  Int8Array.from(numbers(count * DIMENSIONS, 7), (value) => Math.round(value * 127));
const keysOf = (names: readonly number[]): Uint32Array =>
  Uint32Array.from(names.flatMap((name) => [name, 0]));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, name) => name);

if (typeof loaded === 'string') {
  test('a missing hnswlib-node reports the reason', () => {
    expect(loaded).toMatch(/hnswlib-node|bindings|addon/);
  });
} else {
  const filled = (rows: Int8Array, names: readonly number[]): HnswIndex => {
    const index = HnswIndex.empty(loaded, DIMENSIONS, names.length);
    follow(index, rows, names);
    return index;
  };
  /** `rows`: of name 0, 1, … */
  const follow = (index: HnswIndex, rows: Int8Array, names: readonly number[]): Int32Array => {
    const keys = keysOf(names);
    const missing = index.follow(keys);
    const added = [...missing].flatMap((chunk) => {
      const name = names[chunk] ?? 0;
      return [...rows.subarray(name * DIMENSIONS, (name + 1) * DIMENSIONS)];
    });
    index.add(keys, missing, Int8Array.from(added));
    return missing;
  };
  const question = (rows: Int8Array, name: number): Float32Array => {
    const row = Float32Array.from(rows.subarray(name * DIMENSIONS, (name + 1) * DIMENSIONS));
    const length = Math.hypot(...row);
    return row.map((value) => value / length);
  };

  describe('HnswIndex', () => {
    test('finds nearly the same rows as a full scan', () => {
      const rows = rowsOf(3000);
      const index = filled(rows, upTo(3000));
      const scan = new ExactScan(rows, DIMENSIONS);
      let met = 0;
      for (let seed = 1; seed <= 50; seed++) {
        const noisy = numbers(DIMENSIONS, seed).map(
          (value, column) => value + (rows[seed * 32 * DIMENSIONS + column] ?? 0) / 127,
        );
        const expected = new Set(scan.nearest(noisy, 10).rows);
        met += [...index.nearest(noisy, 10)].filter((chunk) => expected.has(chunk)).length;
      }
      expect(met / 500).toBeGreaterThanOrEqual(0.95);
    });

    test('never finds removed chunks, and finds added, moved and duplicate ones', () => {
      const rows = rowsOf(400);
      const index = filled(rows, upTo(200));
      // 0 to 99 are gone, 100 to 199 stand elsewhere, 150 stands there twice, 200 to 399 are new.
      const names = [...upTo(400).slice(200), 150, ...upTo(200).slice(100)];
      expect(follow(index, rows, names)).toEqual(Int32Array.from(upTo(200)));
      for (const name of [100, 150, 199, 200, 399]) {
        const places = names.flatMap((one, place) => (one === name ? [place] : []));
        const near = index.nearest(question(rows, name), 5);
        expect([...near.subarray(0, places.length)].sort((a, b) => a - b)).toEqual(places);
      }
      expect(index.nearest(question(rows, 3), 400)).toHaveLength(names.length);
    });

    test('gives the same results after saving and loading', () => {
      const rows = rowsOf(300);
      const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'graph.bin');
      const before = filled(rows, upTo(250));
      const table = before.save(path);
      expect(table.keys).toHaveLength(250 * KEY_WIDTH);
      const after = HnswIndex.load(loaded, path, table);
      expect(follow(after, rows, upTo(250))).toHaveLength(0);
      expect(after.nearest(question(rows, 9), 20)).toEqual(before.nearest(question(rows, 9), 20));
      expect([...follow(after, rows, upTo(300))]).toEqual(upTo(300).slice(250));
      expect(after.nearest(question(rows, 299), 1)).toEqual(Int32Array.of(299));
    });

    test('replaces deleted points with new ones, also after loading', () => {
      const rows = rowsOf(400);
      const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'graph.bin');
      const before = filled(rows, upTo(200));
      follow(before, rows, upTo(100));
      const after = HnswIndex.load(loaded, path, before.save(path));
      // 221 places: 100 live points, 100 removed ones, 21 never used.
      const names = [...upTo(100), ...upTo(320).slice(200)];
      expect(follow(after, rows, names)).toHaveLength(120);
      for (const name of [0, 99, 200, 319])
        expect(after.nearest(question(rows, name), 1)).toEqual(Int32Array.of(names.indexOf(name)));
      // Each point that took a place can be removed again.
      const left = names.slice(50, 150);
      follow(after, rows, left);
      expect([...after.nearest(question(rows, 3), 400)].sort((a, b) => a - b)).toEqual(upTo(100));
    });

    test('finds nothing when it is empty', () => {
      const index = filled(rowsOf(1), []);
      expect(index.nearest(numbers(DIMENSIONS, 1), 10)).toHaveLength(0);
    });
  });
}
