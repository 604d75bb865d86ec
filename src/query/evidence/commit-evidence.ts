import { COMMITS, inverseFrequency, lengthFactor, saturate } from '../../index/bm25.ts';
import type { CommitWords } from '../../index/commit-words.ts';
import type { TextIndex } from '../../index/text-index.ts';
import type { WeightedQuery } from './query-terms.ts';

/** How well the messages of the commits of each file match a query. */
interface CommitScores {
  /** BM25 of the messages. */
  readonly scores: Float64Array;
  /** Share of the query, weighted by rarity in messages, that the messages contain. */
  readonly held: Float64Array;
}

export function commitScores(
  index: TextIndex,
  words: CommitWords | undefined,
  { query }: WeightedQuery,
): CommitScores {
  const scores = new Float64Array(index.fileCount);
  const held = new Float64Array(index.fileCount);
  if (words === undefined) return { scores, held };
  const { lengths, averageLength, filesOf } = words;
  const numbers = fileNumbers(index, words);
  let raritySum = 0;
  for (const { stem } of query.terms) {
    const found = filesOf.get(stem);
    const idf = inverseFrequency(numbers.length, found?.paths.length ?? 0);
    raritySum += idf;
    for (const [row, path] of (found?.paths ?? []).entries()) {
      const file = numbers[path] ?? -1;
      if (file < 0) continue;
      const factor = lengthFactor(COMMITS.b, lengths[path] ?? 0, averageLength);
      const score = idf * saturate((found?.counts[row] ?? 0) * factor, COMMITS.k1);
      scores[file] = (scores[file] ?? 0) + score;
      held[file] = (held[file] ?? 0) + idf;
    }
  }
  return { scores, held: held.map((sum) => (sum === 0 ? 0 : sum / raritySum)) };
}

/** Whether a commit with the word in its message changed the file. */
export function hasCommitWord(
  index: TextIndex,
  words: CommitWords | undefined,
  { stem, file }: { readonly stem: string; readonly file: number },
): boolean {
  if (words === undefined) return false;
  const numbers = fileNumbers(index, words);
  return words.filesOf.get(stem)?.paths.some((path) => numbers[path] === file) ?? false;
}

const NUMBERS = new WeakMap<
  TextIndex,
  { readonly words: CommitWords; readonly files: Int32Array }
>();

/** Returns the number of each path's file in the index; −1 if it is not indexed. */
function fileNumbers(index: TextIndex, words: CommitWords): Int32Array {
  const known = NUMBERS.get(index);
  if (known?.words === words) return known.files;
  const files = Int32Array.from(words.paths, (path) => index.fileNumber(path));
  NUMBERS.set(index, { words, files });
  return files;
}
