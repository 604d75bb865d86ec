/**
 * Creates questions from history: a commit's subject is the query, and the files it changed are the
 * targets.
 */
import type { Commit } from '../git/commits.ts';
import { wordsOf } from '../index/tokenize.ts';
import type { Question } from './question.ts';

/** A commit with more files is about a topic, not a place. */
const FILES_MAX = 3;
const WORDS_MIN = 4;
/** Matches subjects about the repository rather than about what the code does. */
const CHORE =
  /^(?:(?:chore|build|ci|docs?|style|release|test)(?:\([^)]*\))?!?:|merge\b|revert\b|release\b|bump\b|prepare\b|version\b|v?\d+\.\d+)/i;
/** Matches the prefix `fix(http): `. */
const PREFIX = /^\w+(?:\([^)]*\))?!?:\s*/;
const SUFFIX = /\s*\(#\d+\)\s*$/;

/**
 * Creates one question per commit that changed one to three of the project's files, newest first.
 * @param isTarget whether a question may be about the file: it is indexed and not a test.
 */
export function commitQuestions(
  commits: readonly Commit[],
  isTarget: (path: string) => boolean,
  countMax: number,
): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const { hash, subject, paths } of commits) {
    if (questions.size === countMax) break;
    const targets = paths.filter(isTarget);
    const query = subject.replace(PREFIX, '').replace(SUFFIX, '').trim();
    const isPlace = targets.length > 0 && paths.length <= 2 * FILES_MAX;
    if (!isPlace || targets.length > FILES_MAX || CHORE.test(subject)) continue;
    if (wordsOf(query).length < WORDS_MIN || questions.has(query)) continue;
    questions.set(query, {
      id: hash.slice(0, 10),
      query,
      category: 'commit',
      targets: targets.map((path) => ({ path, lines: undefined })),
    });
  }
  return [...questions.values()];
}
