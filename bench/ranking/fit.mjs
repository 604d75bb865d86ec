// Listwise softmax regression: weights w that minimize
//   Σ over questions of −weight/|T| · Σ over targets t of ln(e^{w·x_t} / Σ over files f of e^{w·x_f})  +  λ/2 · |w − start|²
// with the sign of every weight given. Projected gradient with Adam's step sizes; no randomness.

/** @param rows per question {matrix: Float64Array of files × signals, targets: indexes of files, weight: 1 if undefined} */
export function fitWeights(rows, signs, { lambda, start, steps }) {
  const width = signs.length;
  const weights = Float64Array.from(start);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientOf(rows, weights, width);
    const rate = 0.08 * Math.min(1, (3 * (steps - step + 1)) / steps);
    for (let signal = 0; signal < width; signal++) {
      const slope = gradient[signal] + lambda * (weights[signal] - start[signal]);
      first[signal] = 0.9 * first[signal] + 0.1 * slope;
      second[signal] = 0.99 * second[signal] + 0.01 * slope * slope;
      const mean = first[signal] / (1 - 0.9 ** step);
      const size = Math.sqrt(second[signal] / (1 - 0.99 ** step)) + 1e-9;
      const moved = weights[signal] - (rate * mean) / size;
      weights[signal] = signs[signal] > 0 ? Math.max(0, moved) : Math.min(0, moved);
    }
  }
  return weights;
}

function gradientOf(rows, weights, width) {
  const gradient = new Float64Array(width);
  for (const { matrix, targets, weight = 1 } of rows) {
    if (targets.length === 0) continue;
    const scores = scoresOf(matrix, weights);
    const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    let total = 0;
    for (let file = 0; file < scores.length; file++) {
      scores[file] = Math.exp(scores[file] - highest);
      total += scores[file];
    }
    for (let file = 0; file < scores.length; file++) {
      const share = scores[file] / total;
      if (share < 1e-9) continue;
      for (let signal = 0; signal < width; signal++) {
        gradient[signal] += weight * share * matrix[file * width + signal];
      }
    }
    for (const target of targets) {
      for (let signal = 0; signal < width; signal++) {
        gradient[signal] -= (weight * matrix[target * width + signal]) / targets.length;
      }
    }
  }
  return gradient;
}

export function scoresOf(matrix, weights) {
  const width = weights.length;
  const scores = new Float64Array(matrix.length / width);
  for (let file = 0; file < scores.length; file++) {
    let sum = 0;
    for (let signal = 0; signal < width; signal++) {
      sum += weights[signal] * matrix[file * width + signal];
    }
    scores[file] = sum;
  }
  return scores;
}

/** Places that increase from left to right, as close to the values as can be (pool adjacent violators). */
export function isotonic(values) {
  const blocks = [];
  for (const value of values) {
    blocks.push({ sum: value, count: 1 });
    while (blocks.length > 1) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (before.sum / before.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}
