/**
 * Patterns are matched by backtracking, whose cost is a power of the wildcards: four `*` on a name of
 * 250 characters take a second, three `**` on a path of 1,000 folders minutes. No pattern of use comes
 * near these bounds, which with paths of at most {@link FOLDER_DEPTH_MAX} folders keep one match below
 * some 10 ms.
 */
const STARS_PER_NAME_MAX = 3;
const GLOBSTARS_MAX = 3;
const LENGTH_MAX = 1000;

/** Folders within folders; deeper ones are not entered. */
export const FOLDER_DEPTH_MAX = 100;

/** Why a pattern may not be used; undefined when it may. */
export function patternCost(pattern: string): string | undefined {
  if (pattern.length > LENGTH_MAX) return `is over ${LENGTH_MAX} characters long`;
  const names = pattern.split('/');
  const isGlobstar = (name: string) => /^\*\*+$/.test(name);
  if (names.filter(isGlobstar).length > GLOBSTARS_MAX) return `has over ${GLOBSTARS_MAX} "**"`;
  const stars = names
    .filter((name) => !isGlobstar(name))
    .map((name) => name.match(/[*+]+/g)?.length ?? 0);
  if (Math.max(0, ...stars) > STARS_PER_NAME_MAX) {
    return `has over ${STARS_PER_NAME_MAX} "*" in one part`;
  }
  return undefined;
}
