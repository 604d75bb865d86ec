import { isReport } from '../../query/question/read-question.ts';
import type { TestsMode } from '../../query/scope.ts';

/** Options for tests, mocks and fixtures; `auto` ranks them down unless the query is about them. */
export const INCLUDE_TESTS = ['auto', 'yes', 'no', 'only'] as const;
type IncludeTests = (typeof INCLUDE_TESTS)[number];

const ABOUT_TESTS =
  /\b(?:un)?(?:tests?|tested|testing|specs?|mock(?:s|ed|ing)?|fixtures?|stubs?)\b/i;

/** A report quotes tests to show a fault in the code that they test. */
export function isAboutTests(query: string): boolean {
  return !isReport(query) && ABOUT_TESTS.test(query);
}

export function testsMode(include: IncludeTests, query: string): TestsMode {
  switch (include) {
    case 'yes':
      return 'allow';
    case 'no':
      return 'exclude';
    case 'only':
      return 'only';
    case 'auto':
      return isAboutTests(query) ? 'allow' : 'penalize';
  }
}
