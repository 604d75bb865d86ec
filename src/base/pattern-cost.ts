/**
 * Patterns are matched by backtracking, whose cost is exponential in the wildcards: four `*` on a
 * name of 250 characters take a second, three `**` on a path of 1,000 folders take minutes. Useful
 * globs are far below these bounds. With paths of at most {@link FOLDER_DEPTH_MAX} folders, one
 * match takes at most about 10 ms.
 */
const STARS_PER_NAME_MAX = 3;
const GLOBSTARS_MAX = 3;
/** Each group may backtrack over each of the others: `@(a|a)` twenty times takes a second. */
const GROUPS_MAX = 8;
const LENGTH_MAX = 1000;

/** Maximum folder depth. Deeper folders are not entered. */
export const FOLDER_DEPTH_MAX = 100;

/** Returns why a glob is too expensive, or undefined if it may be used. */
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
 * Like {@link patternCost} for ignore files, whose `*` match without backtracking. GitHub's
 * template for Node has four: `report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json`.
 */
export function ignorePatternCost(pattern: string): string | undefined {
  if (pattern.length > LENGTH_MAX) return `is over ${LENGTH_MAX} characters long`;
  const globstars = pattern.split('/').filter(isGlobstar);
  return globstars.length > GLOBSTARS_MAX ? `has over ${GLOBSTARS_MAX} "**"` : undefined;
}

function isGlobstar(name: string): boolean {
  return /^\*\*+$/.test(name);
}
