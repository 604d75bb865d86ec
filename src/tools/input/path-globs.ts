import { GraphMemoryError } from '../../base/errors.ts';
import { patternCost } from '../../base/pattern-cost.ts';
import { pathFilter } from '../../files/discovery/path-filter.ts';

/**
 * Creates a path filter from globs. A path must match at least one of them, and none that begins
 * with `!`. A plain folder includes everything in it. Without globs there is no filter.
 * @throws {GraphMemoryError} GM_USAGE when a glob would take too long to match.
 */
export function pathGlobFilter(globs: readonly string[]): ((path: string) => boolean) | undefined {
  const included = globs.filter((glob) => !glob.startsWith('!'));
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  if (globs.length === 0) return undefined;
  for (const glob of globs) refuseCostly(glob);
  const isIncluded = included.length === 0 ? () => true : pathFilter(withContents(included));
  const isExcluded = pathFilter(withContents(excluded));
  return (path) => isIncluded(path) && !isExcluded(path);
}

function refuseCostly(glob: string): void {
  const cost = patternCost(glob);
  if (cost === undefined) return;
  throw new GraphMemoryError('GM_USAGE', `the glob "${glob.slice(0, 60)}" ${cost}`, {
    hint: 'Give several simpler globs; a path must match one of them.',
    details: { glob },
  });
}

function withContents(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]);
}
