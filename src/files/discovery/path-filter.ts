import picomatch from 'picomatch';

/** Whether a path, relative to the project, matches. */
export type PathFilter = (path: string) => boolean;

/**
 * Compiles glob patterns into one filter; no pattern, no match. Hidden files match like others, and
 * so do names with line breaks (flag `s`; without it `**` would stop at one).
 */
export function pathFilter(patterns: readonly string[]): PathFilter {
  // The matcher refuses an empty pattern; it names no path.
  const named = patterns.filter((pattern) => pattern !== '');
  if (named.length === 0) return () => false;
  return picomatch(named.map(plainForm), { dot: true, flags: 's' });
}

/** `./src/` and `src` are the same to people, but not to the matcher; `.` and `./` are the project. */
function plainForm(pattern: string): string {
  if (/^(?:\.\/+)*\.?$/.test(pattern)) return '**';
  return pattern.replace(/^(?:\.\/)+/, '').replace(/(?<=.)\/+$/, '');
}
