import { COMMITS, inverseFrequency, lengthFactor, saturate } from '../../index/bm25.ts';
import type { CommitWords } from '../../index/commit-words.ts';
import type { TextIndex } from '../../index/text-index.ts';
import type { WeightedQuery } from './query-terms.ts';

/** Returns, per file, the BM25 score of the messages of its commits. */
export function commitScores(
  index: TextIndex,
  words: CommitWords | undefined,
  { query }: WeightedQuery,
): Float64Array {
  const scores = new Float64Array(index.fileCount);
  if (words === undefined) return scores;
  const { lengths, averageLength, filesOf } = words;
  const numbers = fileNumbers(index, words);
  for (const { stem } of query.terms) {
    const found = filesOf.get(stem);
    if (found === undefined) continue;
    const idf = inverseFrequency(numbers.length, found.paths.length);
    for (const [row, path] of found.paths.entries()) {
      const file = numbers[path] ?? -1;
      if (file < 0) continue;
      const factor = lengthFactor(COMMITS.b, lengths[path] ?? 0, averageLength);
      const score = idf * saturate((found.counts[row] ?? 0) * factor, COMMITS.k1);
      scores[file] = (scores[file] ?? 0) + score;
    }
  }
  return scores;
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
