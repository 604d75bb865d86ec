import { at } from '../base/assert.ts';
import { topK } from '../base/top-k.ts';
import { eachTerm, SPARSE_ROW_BYTES } from '../embed/sparse-rows.ts';
import type { Neighbours } from '../vector/exact-scan.ts';

/** Finds the rows of sparse vectors with the largest products with a question. */
export class SparseScan {
  readonly #rows: Int8Array;

  constructor(rows: Int8Array) {
    this.#rows = rows;
  }

  /**
   * Returns the best of the rows that `isIncluded` marks, without those that share no term with the
   * question. `cosines` are products, as shares of the best.
   */
  nearest(question: Float32Array, count: number, isIncluded: Uint8Array): Neighbours {
    const weightOf: number[] = [];
    eachTerm(Int8Array.from(question), 0, (term, weight) => {
      weightOf[term] = weight;
    });
    const weights = Float64Array.from(weightOf, (weight) => weight ?? 0);
    const products = new Float64Array(this.#rows.length / SPARSE_ROW_BYTES);
    const found: number[] = [];
    for (let row = 0; row < products.length; row++) {
      if (isIncluded[row] !== 1) continue;
      let product = 0;
      eachTerm(this.#rows, row, (term, weight) => {
        product += (weights[term] ?? 0) * weight;
      });
      products[row] = product;
      if (product > 0) found.push(row);
    }
    const best = topK(found, count, (a, b) => at(products, b) - at(products, a) || a - b);
    const most = at(products, best[0] ?? 0) || 1;
    return {
      rows: Int32Array.from(best),
      cosines: Float64Array.from(best, (row) => at(products, row) / most),
    };
  }
}
