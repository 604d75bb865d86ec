import { LANGUAGE_EXCLUDES } from '../../languages/registry.ts';

/**
 * What is left out unless asked for, as gitignore patterns. Only names that cannot well be source:
 * `build`, `dist` and `out` are missing on purpose, because real projects have sources there. Their
 * output is nearly always in .gitignore, and a bundle that is not is skipped as minified.
 */
const PATTERNS: readonly string[] = [
  ...LANGUAGE_EXCLUDES,
  'vendor/',
  '!**/src/**/vendor/',
  '.vs/',
  '.idea/',
  '.hg/',
  '.svn/',
  // A test report; but below a `src` folder it is the source of a coverage tool.
  'coverage/',
  '!**/src/**/coverage/',
  '.cache/',
];

/** The patterns in force: one whose name stands in an include pattern as a whole part was asked for. */
export function defaultExcludes(include: readonly string[]): string[] {
  const wanted = new Set(include.flatMap((pattern) => pattern.split('/')));
  return PATTERNS.filter((pattern) => !wanted.has(pattern.replace(/\/$/, '')));
}
