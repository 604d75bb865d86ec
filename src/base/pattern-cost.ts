/**
 * Patterns are matched by backtracking, whose cost is a power of the wildcards: four `*` on a name of
 * 250 characters take a second, three `**` on a path of 1,000 folders minutes. No glob of use comes
 * near these bounds, which with paths of at most {@link FOLDER_DEPTH_MAX} folders keep one match below
 * some 10 ms.
 */
const STARS_PER_NAME_MAX = 3;
const GLOBSTARS_MAX = 3;
/** Each may be gone back to for each of the others: `@(a|a)` twenty times takes a second. */
const GROUPS_MAX = 8;
const LENGTH_MAX = 1000;

/** Folders within folders; deeper ones are not entered. */
export const FOLDER_DEPTH_MAX = 100;

/** Why a glob may not be used; undefined when it may. */
export function patternCost(pattern: string): string | undefined {
  const stars = pattern
    .split('/')
    .filter((name) => !isGlobstar(name))
    .map((name) => name.match(/[*+]+/g)?.length ?? 0);
  const isCostly = Math.max(0, ...stars) > STARS_PER_NAME_MAX;
  const cost = isCostly ? `has over ${STARS_PER_NAME_MAX} "*" in one part` : undefined;
  const groupCount = pattern.match(/[({]/g)?.length ?? 0;
  const groups =
    groupCount > GROUPS_MAX ? `has over ${GROUPS_MAX} groups of alternatives` : undefined;
  return ignorePatternCost(pattern) ?? cost ?? groups;
}

/**
 * The same of a pattern in an ignore file, whose `*` are matched without going back: GitHub's template
 * for Node has four in `report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json`.
 */
export function ignorePatternCost(pattern: string): string | undefined {
  if (pattern.length > LENGTH_MAX) return `is over ${LENGTH_MAX} characters long`;
  const globstars = pattern.split('/').filter(isGlobstar);
  return globstars.length > GLOBSTARS_MAX ? `has over ${GLOBSTARS_MAX} "**"` : undefined;
}

function isGlobstar(name: string): boolean {
  return /^\*\*+$/.test(name);
}
