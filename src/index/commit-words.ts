/**
 * The words of commit messages, by the files that the commits changed. Messages name what a file
 * is for in the words of people, who often use others than the code.
 */
import { termsOf } from './tokenize.ts';

/** A commit as far as its words count. */
export interface WordedCommit {
  /** First line of the commit message. */
  readonly subject: string;
  readonly paths: readonly string[];
}

/** Paths with a word in the messages of their commits. Parallel lists. */
interface WordedPaths {
  /** Positions in {@link CommitWords.paths}. */
  readonly paths: readonly number[];
  /** A commit of n files gives each of them 1/n of its words. */
  readonly counts: readonly number[];
}

export interface CommitWords {
  /** Every path that one of the commits changed; it may be gone or not indexed. */
  readonly paths: readonly string[];
  /** Sum of the counts of all words, per path. */
  readonly lengths: Float64Array;
  readonly averageLength: number;
  /** By term, as in the text index. */
  readonly filesOf: ReadonlyMap<string, WordedPaths>;
}

/** A commit of more files, such as a rename or a new license header, is about none of them. */
const FILES_MAX = 20;

export function commitWordsOf(commits: readonly WordedCommit[]): CommitWords {
  const numbers = new Map<string, number>();
  const countsOf = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const { subject, paths } of commits) {
    if (paths.length === 0 || paths.length > FILES_MAX) continue;
    const share = 1 / paths.length;
    const files = paths.map((path) => {
      const file = numbers.get(path) ?? numbers.size;
      numbers.set(path, file);
      return file;
    });
    const terms = termsOf(subject);
    for (const term of terms) {
      const counts = countsOf.get(term) ?? new Map<number, number>();
      countsOf.set(term, counts);
      for (const file of files) counts.set(file, (counts.get(file) ?? 0) + share);
    }
    for (const file of files) lengths[file] = (lengths[file] ?? 0) + share * terms.length;
  }
  const filesOf = new Map<string, WordedPaths>();
  for (const [term, counts] of countsOf) {
    filesOf.set(term, { paths: [...counts.keys()], counts: [...counts.values()] });
  }
  const sum = lengths.reduce((total, length) => total + length, 0);
  return {
    paths: [...numbers.keys()],
    lengths: Float64Array.from(lengths),
    averageLength: sum / Math.max(1, lengths.length),
    filesOf,
  };
}
