import picomatch from 'picomatch';

/** Whether a path, relative to the project, matches. */
export type PathFilter = (path: string) => boolean;

/**
 * Compiles glob patterns into one filter; without patterns nothing matches. Hidden files match like
 * others, and so do names with line breaks (flag `s`; without it `**` would stop at a line break).
 */
export function pathFilter(patterns: readonly string[]): PathFilter {
  // The matcher rejects an empty pattern, which matches no path.
  const named = patterns.filter((pattern) => pattern !== '');
  if (named.length === 0) return () => false;
  const plain = named.map(plainForm);
  if (plain.some(matchesAll)) return () => true;
  return picomatch(plain, { dot: true, flags: 's' });
}

/** Whether a pattern matches every path, which needs no expression; it is the usual one. */
function matchesAll(pattern: string): boolean {
  return pattern === '**' || pattern === '**/*';
}

/**
 * Normalizes a pattern. The matcher distinguishes `./src/` from `src`, but users do not; `.` and
 * `./` are the project.
 */
function plainForm(pattern: string): string {
  if (/^(?:\.\/+)*\.?$/.test(pattern)) return '**';
  return pattern.replace(/^(?:\.\/)+/, '').replace(/(?<=.)\/+$/, '');
}
