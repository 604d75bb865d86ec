/** Questions from history: what a commit says it did → the files that it touched. */
import type { Commit } from '../git/commits.ts';
import { wordsOf } from '../index/tokenize.ts';
import type { Question } from './question.ts';

/** A commit of more files is about a theme, not about a place. */
const FILES_MAX = 3;
const WORDS_MIN = 4;
/** Says what happened to the repository, not what the code does. */
const CHORE =
  /^(?:(?:chore|build|ci|docs?|style|release|test)(?:\([^)]*\))?!?:|merge\b|revert\b|release\b|bump\b|prepare\b|version\b|v?\d+\.\d+)/i;
/** `fix(http): ` and ` (#123)`. */
const PREFIX = /^\w+(?:\([^)]*\))?!?:\s*/;
const SUFFIX = /\s*\(#\d+\)\s*$/;

/**
 * One question per commit that touched one to three of the project's files, newest first.
 * @param isTarget whether a path is a file that a question may be about: indexed, and no test.
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
