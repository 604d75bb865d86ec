import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactScan } from '../../src/vector/exact-scan.ts';

const DIMENSIONS = 64;

/** Repeatable numbers in −1 to 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function rowsOf(count: number, seed: number): Int8Array {
  return Int8Array.from(numbers(count * DIMENSIONS, seed), (value) => Math.round(value * 127));
}

/** All cosines, by definition. */
function nearestBySorting(rows: Int8Array, question: Float32Array, count: number): number[] {
  const cosine = (row: number) => {
    let dot = 0;
    let square = 0;
    for (let column = 0; column < DIMENSIONS; column++) {
      const value = rows[row * DIMENSIONS + column] ?? 0;
      dot += value * (question[column] ?? 0);
      square += value * value;
    }
    return dot * (1 / Math.sqrt(square));
  };
  const cosines = Array.from({ length: rows.length / DIMENSIONS }, (_, row) => cosine(row));
  return [...cosines.keys()]
    .sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || a - b)
    .slice(0, count);
}

describe('the nearest rows', () => {
  test('have the largest cosines', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 1e6 }),
        (count, seed) => {
          const rows = rowsOf(count, seed);
          const question = numbers(DIMENSIONS, seed + 1);
          const found = new ExactScan(rows, DIMENSIONS).nearest(question, 10);
          expect([...found.rows]).toEqual(nearestBySorting(rows, question, 10));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are chosen from rows with similar signs when there are many', () => {
    const rows = rowsOf(6000, 7);
    const scan = new ExactScan(rows, DIMENSIONS);
    let met = 0;
    for (let seed = 1; seed <= 20; seed++) {
      // Near to a row, as a question is to what answers it.
      const near = rows.subarray(seed * 64 * DIMENSIONS, (seed * 64 + 1) * DIMENSIONS);
      const noise = numbers(DIMENSIONS, seed);
      const question = noise.map((value, column) => value + (near[column] ?? 0) / 127);
      const included = new Set(nearestBySorting(rows, question, 10));
      met += [...scan.nearest(question, 10).rows].filter((row) => included.has(row)).length;
    }
    expect(met / 200).toBeGreaterThanOrEqual(0.95);
  });

  test.each([37, 64, 70])('are found by each of %i dimensions', (dimensions) => {
    const count = 3000;
    const noise = numbers(count * dimensions, 5);
    for (let large = 0; large < dimensions; large += 5) {
      const question = Float32Array.from(noise.subarray(0, dimensions), (value) => value / 100);
      question[large] = 1;
      // All rows but one point away in the large dimension, and that one in all others.
      const rows = Int8Array.from(noise, (value) => Math.round(value * 127));
      for (let row = 0; row < count; row++)
        rows[row * dimensions + large] = [-128, -1, 0][row % 3] ?? 0;
      const near = rows.subarray(large * dimensions, (large + 1) * dimensions);
      for (const [column, value] of question.entries()) near[column] = value < 0 ? 1 : 0;
      near[large] = 1;
      expect(new ExactScan(rows, dimensions).nearest(question, 1).rows[0]).toBe(large);
    }
  });

  test('are found by the dimensions in which the query is large', () => {
    const rows = rowsOf(6000, 11);
    const scan = new ExactScan(rows, DIMENSIONS);
    let met = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const question = numbers(DIMENSIONS, seed).map((value, n) =>
        n % 8 === 0 ? value : value / 50,
      );
      const included = new Set(nearestBySorting(rows, question, 10));
      met += [...scan.nearest(question, 10).rows].filter((row) => included.has(row)).length;
    }
    expect(met / 200).toBeGreaterThanOrEqual(0.95);
  });

  test('contain only included rows', () => {
    const rows = rowsOf(50, 3);
    const included = new Uint8Array(50);
    included[4] = 1;
    included[40] = 1;
    const found = new ExactScan(rows, DIMENSIONS).nearest(numbers(DIMENSIONS, 9), 10, included);
    expect([...found.rows].sort((a, b) => a - b)).toEqual([4, 40]);
  });

  test('treat a row of zeros like a right angle', () => {
    const found = new ExactScan(new Int8Array(DIMENSIONS), DIMENSIONS).nearest(
      numbers(DIMENSIONS, 5),
      1,
    );
    expect([...found.cosines]).toEqual([0]);
  });
});

describe('a scan of rows that were derived from those of another scan', () => {
  test('finds what a scan from scratch finds, after added, removed and shifted rows', () => {
    const before = rowsOf(4000, 3);
    const scan = new ExactScan(before, DIMENSIONS);
    const question = numbers(DIMENSIONS, 5);
    scan.nearest(question, 10);
    const rowOfOld = Int32Array.from({ length: 4000 }, (_, row) =>
      row < 1000 ? row : row < 1010 ? -1 : row - 7,
    );
    const rows = rowsOf(4003, 11);
    for (const [old, row] of rowOfOld.entries())
      if (row >= 0)
        rows.set(before.subarray(old * DIMENSIONS, (old + 1) * DIMENSIONS), row * DIMENSIONS);
    const moved = new ExactScan(rows, DIMENSIONS, { scan, rowOfOld });
    const fresh = new ExactScan(rows, DIMENSIONS);
    for (let seed = 1; seed <= 20; seed++) {
      const other = numbers(DIMENSIONS, 100 + seed);
      expect(moved.nearest(other, 10)).toEqual(fresh.nearest(other, 10));
    }
    // The row that is nearest to itself is one of the added ones.
    const added = Float32Array.from(rows.subarray(1001 * DIMENSIONS, 1002 * DIMENSIONS));
    expect(moved.nearest(added, 1).rows[0]).toBe(1001);
  });
});
