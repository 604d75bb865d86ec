import { at } from '../base/assert.ts';
import { termsOf } from '../index/tokenize.ts';
import { toUnitLength } from './rows.ts';
import type { StaticModel } from './static-model.ts';

/** Minimum length of a piece; shorter pieces carry no meaning. */
const PIECE_LENGTH_MIN = 3;
/** Total weight of the pieces of one unknown word. */
const PIECES_WEIGHT = 1;

/** Returns the vector of a question, of length 1; zeros if none of its words is known. */
export function embedQuestion(model: StaticModel, question: string): Float32Array {
  const { dimensions, vectors, questionWeights } = model;
  const sum = new Float32Array(dimensions);
  const add = (row: number, weight: number): void => {
    const factor = weight * at(questionWeights, row);
    for (let column = 0; column < dimensions; column++)
      sum[column] = (sum[column] ?? 0) + factor * (vectors[row * dimensions + column] ?? 0);
  };
  for (const term of new Set(termsOf(question))) {
    const row = model.rows.get(term);
    if (row !== undefined) add(row, 1);
    else {
      const pieces = piecesOf(model.rows, term);
      for (const piece of pieces) add(piece, PIECES_WEIGHT / pieces.length);
    }
  }
  return toUnitLength(sum);
}

/** Splits an unknown word into the fewest known words, as rows; empty if it cannot be split. */
function piecesOf(rows: ReadonlyMap<string, number>, word: string): readonly number[] {
  // best[end]: the fewest pieces of word.slice(0, end).
  const best: (readonly number[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start <= end - PIECE_LENGTH_MIN; start++) {
      const before = best[start];
      const row = before && rows.get(word.slice(start, end));
      if (row === undefined || before === undefined) continue;
      const known = best[end];
      if (known === undefined || before.length + 1 < known.length) best[end] = [...before, row];
    }
  }
  return best[word.length] ?? [];
}
