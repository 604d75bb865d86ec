/**
 * Fits a list into a budget by showing less of each item before showing fewer items: the top of the
 * list gets the longest rendering that still leaves room for everything else in its shortest one.
 */

/** Shortest first; the position is the level. */
export const DETAILS = ['locations', 'signatures', 'snippets'] as const;
export type Detail = (typeof DETAILS)[number];

/** Rule of thumb for code and English; budgets are in characters from here on. */
const CHARACTERS_PER_TOKEN = 4;
export const TOKENS_DEFAULT = 2000;
export const TOKEN_BOUNDS = { min: 200, max: 20_000 };

export function charactersOf(tokens: number): number {
  return tokens * CHARACTERS_PER_TOKEN;
}

/**
 * The level of each item that is shown; items past the end of the result are cut. Levels never rise
 * down the list, and the sum of the costs stays within the budget, except that the first item is
 * always shown at level 0.
 * `costs[item][level]` is the size in characters of an item's rendering, growing with the level.
 */
export function fitLevels(
  costs: readonly (readonly number[])[],
  budget: number,
  levelMax: number,
): number[] {
  const levels: number[] = [];
  let used = 0;
  for (const cost of costs) {
    const shortest = cost[0] ?? 0;
    if (levels.length > 0 && used + shortest > budget) break;
    used += shortest;
    levels.push(0);
  }
  for (let level = 1; level <= levelMax; level++) {
    for (let item = 0; item < levels.length; item++) {
      const growth = (costs[item]?.[level] ?? 0) - (costs[item]?.[level - 1] ?? 0);
      if (levels[item] !== level - 1 || used + growth > budget) break;
      used += growth;
      levels[item] = level;
    }
  }
  return levels;
}

/** Says what the budget took away, so that nothing is cut silently; undefined when nothing was. */
export function cutNote(
  levels: readonly number[],
  wanted: { readonly items: number; readonly level: number },
  tokensMax: number,
): string | undefined {
  const parts: string[] = [];
  if (levels.length < wanted.items) parts.push(`${levels.length} of ${wanted.items} fit`);
  for (let level = wanted.level; level > 0; level--) {
    const full = levels.filter((own) => own >= level).length;
    if (full < levels.length) parts.push(`${DETAILS[level]} for the first ${full} only`);
  }
  if (parts.length === 0) return undefined;
  return `cut to max_tokens ${tokensMax}: ${parts.join('; ')}. Raise max_tokens for more.`;
}

/** One item's rendering at every level: data and text, of which the larger one is charged. */
export interface Rendering<Item> {
  readonly item: Item;
  readonly text: string;
}

export function costOf(rendering: Rendering<unknown>): number {
  return Math.max(JSON.stringify(rendering.item).length, rendering.text.length) + 2;
}

export interface Fitted<Item> {
  readonly items: readonly Item[];
  readonly text: string;
  /** In characters, of data or text, whichever is larger. */
  readonly size: number;
  readonly note: string | undefined;
}

/** Renders every candidate at every level and keeps what fits. */
export function fitRenderings<Item>(
  candidates: readonly (readonly Rendering<Item>[])[],
  request: { readonly budget: number; readonly detail: Detail; readonly tokensMax: number },
): Fitted<Item> {
  const levelMax = DETAILS.indexOf(request.detail);
  const costs = candidates.map((levels) => levels.map(costOf));
  const levels = fitLevels(costs, request.budget, levelMax);
  const shown = levels.flatMap((level, item) => candidates[item]?.[level] ?? []);
  return {
    items: shown.map((rendering) => rendering.item),
    text: shown.map((rendering) => rendering.text).join('\n'),
    size: shown.reduce((sum, rendering) => sum + costOf(rendering), 0),
    note: cutNote(levels, { items: candidates.length, level: levelMax }, request.tokensMax),
  };
}
