/** Sparse models, with a real one of a few kB, against the same computed in loops. */
import { describe, expect, test } from 'vitest';
import { planTextModel } from '../../src/embed/model-folder.ts';
import { openSparseModel } from '../../src/embed/sparse-model.ts';
import { eachTerm, SPARSE_ROW_BYTES, writeSparseRow } from '../../src/embed/sparse-rows.ts';
import { SparseScan } from '../../src/semantic/sparse-scan.ts';
import { referenceWeights, SETTINGS, tinyBertWith } from './tiny-bert.ts';

/** Term → weight. */
function termsOf(rows: Int8Array, row = 0): Map<number, number> {
  const terms = new Map<number, number>();
  eachTerm(rows, row, (term, weight) => terms.set(term, weight));
  return terms;
}

function rowOf(weights: Readonly<Record<number, number>>): Int8Array {
  const all = new Float32Array(300_000);
  for (const [term, weight] of Object.entries(weights)) all[Number(term)] = weight;
  const row = new Int8Array(SPARSE_ROW_BYTES);
  writeSparseRow(all, row);
  return row;
}

/** Half of a step of a weight, and what floats differ by. */
const STEP = 1 / 64 + 1e-3;

test('a text gets the weights of the reference, whatever it is batched with', async () => {
  const folder = tinyBertWith('words');
  const model = await openSparseModel(planTextModel({ ...SETTINGS, folder }), 1);
  const texts = ['hash passwords', 'put to cart', '', 'read the file and close it'];
  const expected = ['hash pass ##word ##s', 'put to cart', '', 'read the file [UNK] close [UNK]'];
  const rows = await model.expand(texts);
  for (const [row, tokens] of expected.entries()) {
    const terms = termsOf(rows, row);
    expect(terms.size).toBeGreaterThan(3);
    for (const [term, weight] of referenceWeights(tokens).entries())
      expect(Math.abs((terms.get(term) ?? 0) - weight), `${tokens}: ${term}`).toBeLessThan(STEP);
  }
});

describe('a row', () => {
  test('keeps terms of large vocabularies, the heaviest first', () => {
    expect([...termsOf(rowOf({ 7: 1, 250001: 2.5, 300: 0.5 }))]).toEqual([
      [250_001, 2.5],
      [7, 1],
      [300, 0.5],
    ]);
  });

  test('keeps the terms of the largest weights, and cuts weights that no byte holds', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, term) => [term, term / 100]));
    const terms = termsOf(rowOf(many));
    expect(terms.size).toBe(SPARSE_ROW_BYTES / 4);
    expect(terms.has(499)).toBe(true);
    expect(terms.has(100)).toBe(false);
    expect(terms.get(499)).toBeCloseTo(127 / 32);
  });
});

describe('a scan', () => {
  const rows = Int8Array.from(
    [rowOf({ 1: 1, 2: 1 }), rowOf({ 3: 2 }), rowOf({ 2: 3 })].flatMap((row) => [...row]),
  );
  const question = Float32Array.from(rowOf({ 2: 1, 9: 4 }));

  test('returns the rows with the largest products, without those that share no term', () => {
    const near = new SparseScan(rows).nearest(question, 10, Uint8Array.of(1, 1, 1));
    expect([...near.rows]).toEqual([2, 0]);
    expect(near.cosines[0]).toBe(1);
    expect(near.cosines[1]).toBeCloseTo(1 / 3);
  });

  test('searches only the given rows', () => {
    const near = new SparseScan(rows).nearest(question, 10, Uint8Array.of(1, 1, 0));
    expect([...near.rows]).toEqual([0]);
  });
});
