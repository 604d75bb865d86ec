/** Stores vectors as signed bytes, with the largest value of a row scaled to ±127. */

/** Divides by the length, in place. A zero vector is unchanged. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return vector;
  const factor = 1 / Math.sqrt(square);
  for (const [column, value] of vector.entries()) vector[column] = value * factor;
  return vector;
}

/** Quantizes floats to signed bytes, row by row; a zero row is unchanged. */
export function quantize(
  sums: Float32Array | Float64Array,
  dimensions: number,
  rows: Int8Array,
): void {
  for (let start = 0; start < sums.length; start += dimensions) {
    let most = 0;
    for (let place = start; place < start + dimensions; place++) {
      const value = sums[place] ?? 0;
      if (value > most) most = value;
      else if (-value > most) most = -value;
    }
    if (most === 0) continue;
    const factor = 127 / most;
    for (let place = start; place < start + dimensions; place++)
      rows[place] = Math.round((sums[place] ?? 0) * factor);
  }
}
