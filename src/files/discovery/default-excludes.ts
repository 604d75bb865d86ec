import { LANGUAGE_EXCLUDES } from '../../languages/registry.ts';

/**
 * Default excludes, as gitignore patterns; an include pattern can override them. Lists only names
 * that are very unlikely to be source. `build`, `dist` and `out` are omitted on purpose, because
 * real projects have sources there. Their output is nearly always in .gitignore, and a bundle that
 * is not is skipped as minified.
 */
const PATTERNS: readonly string[] = [
  ...LANGUAGE_EXCLUDES,
  'vendor/',
  '!**/src/**/vendor/',
  '.vs/',
  '.idea/',
  '.hg/',
  '.svn/',
  // A test report, unless it is below a `src` folder, where it is the source of a coverage tool.
  'coverage/',
  '!**/src/**/coverage/',
  '.cache/',
];

/**
 * Returns the default excludes in force. A pattern is dropped if an include pattern contains its
 * name, as whole path components.
 */
export function defaultExcludes(include: readonly string[]): string[] {
  const wanted = include.map((pattern) => `/${pattern}/`);
  const isWanted = (pattern: string): boolean => {
    const name = pattern.replace(/^\*\*\//, '').replace(/\/$/, '');
    return wanted.some((included) => included.includes(`/${name}/`));
  };
  return PATTERNS.filter((pattern) => !isWanted(pattern));
}
