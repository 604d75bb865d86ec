import { pathFilter } from '../../files/path-filter.ts';

/**
 * A filter from globs: a path must match one of them and none that begins with `!`. A plain folder
 * means all that is in it. No globs, no filter.
 */
export function pathGlobFilter(globs: readonly string[]): ((path: string) => boolean) | undefined {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  if (globs.length === 0) return undefined;
  const isWanted = wanted.length === 0 ? () => true : pathFilter(withContents(wanted));
  const isUnwanted = pathFilter(withContents(unwanted));
  return (path) => isWanted(path) && !isUnwanted(path);
}

function withContents(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]);
}
