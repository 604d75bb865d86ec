import picomatch from 'picomatch';

/** Whether a path, relative to the project, matches. */
export type PathFilter = (path: string) => boolean;

/**
 * Compiles glob patterns into one filter; no pattern, no match. Hidden files match like others, and
 * so do names with line breaks (flag `s`; without it `**` would stop at one).
 */
export function pathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return () => false;
  return picomatch(patterns.map(plainForm), { dot: true, flags: 's' });
}

/** `./src/` and `src` are the same to people, but not to the matcher. */
function plainForm(pattern: string): string {
  return pattern.replace(/^(?:\.\/)+/, '').replace(/(?<=.)\/+$/, '');
}
