/**
 * Rows of sparse vectors: the terms of the largest weights, four bytes each. A term is its number
 * in the model's vocabulary in three bytes, little-endian; its weight is one byte in steps.
 */

/** Texts of a few hundred words have fewer terms that matter. */
const TERMS_MAX = 128;
const TERM_BYTES = 4;
/** Length of a row in bytes; unused bytes are 0. */
export const SPARSE_ROW_BYTES = TERMS_MAX * TERM_BYTES;

/** Weights are logarithms and rarely reach 4, so this uses the whole byte. */
const STEPS_PER_UNIT = 32;
const WEIGHT_MAX = 127;

/** Writes the row of a vector with one weight per term of the vocabulary. */
export function writeSparseRow(weights: Float32Array, row: Int8Array): void {
  const steps = weights.map((weight) =>
    Math.min(WEIGHT_MAX, Math.round(Math.max(0, weight) * STEPS_PER_UNIT)),
  );
  const terms = Array.from(steps.keys()).filter((term) => (steps[term] ?? 0) > 0);
  terms.sort((a, b) => (steps[b] ?? 0) - (steps[a] ?? 0) || a - b);
  for (const [place, term] of terms.slice(0, TERMS_MAX).entries()) {
    const bytes = [term, term >> 8, term >> 16, steps[term] ?? 0];
    row.set(bytes, place * TERM_BYTES);
  }
}

/** Calls `visit` with every term of a row and its weight. */
export function eachTerm(
  rows: Int8Array,
  row: number,
  visit: (term: number, weight: number) => void,
): void {
  const end = (row + 1) * SPARSE_ROW_BYTES;
  for (let at = row * SPARSE_ROW_BYTES; at < end; at += TERM_BYTES) {
    const weight = rows[at + 3] ?? 0;
    if (weight === 0) return;
    const low = (rows[at] ?? 0) & 0xff;
    const middle = (rows[at + 1] ?? 0) & 0xff;
    const high = (rows[at + 2] ?? 0) & 0xff;
    visit(low | (middle << 8) | (high << 16), weight / STEPS_PER_UNIT);
  }
}
