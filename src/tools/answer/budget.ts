/**
 * Fits a list into a budget by shortening items before dropping any. The first items get the
 * longest rendering that still leaves room for the shortest rendering of all others.
 */
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';

/** Levels of detail, shortest first; the position is the level. */
export const DETAILS = ['locations', 'signatures', 'snippets'] as const;
export type Detail = (typeof DETAILS)[number];

/**
 * Measured on answers about eight repositories, with the tokenizers o200k and cl100k: 2.9 to 3.6 by
 * repository. Budgets are in characters from here on.
 */
export const CHARACTERS_PER_TOKEN = 3.3;
export const TOKENS_DEFAULT = 4000;
export const TOKEN_BOUNDS = { min: 200, max: 40_000 };

/** The parts of an answer that are sent: its text, its data, or both, as in MCP. */
export type Channel = 'text' | 'data' | 'both';

/** The space available for part of an answer. */
export interface Budget {
  readonly characters: number;
  readonly channel: Channel;
}

/** Number of binary search steps; at most 1/128 of the budget remains unused. */
const ROUNDS = 7;

/**
 * Returns the largest answer of `render` within `tokensMax`, counting everything that is sent. The
 * head and notes are known only after rendering. An answer that is too large is therefore rendered
 * again with a smaller budget for its lists. If even the smallest answer is too large, it is
 * returned anyway.
 */
export async function withinBudget<Answer extends NotedAnswer>(
  channel: Channel,
  tokensMax: number,
  render: (budget: Budget) => Answer | Promise<Answer>,
): Promise<Answer> {
  const charactersMax = tokensMax * CHARACTERS_PER_TOKEN;
  const full = await render({ characters: charactersMax, channel });
  if (answerSize(full, channel) <= charactersMax) return full;
  let fitting: Answer | undefined;
  let [low, high] = [0, charactersMax];
  for (let round = 0; round < ROUNDS; round++) {
    const characters = Math.floor((low + high) / 2);
    const answer = await render({ characters, channel });
    if (answerSize(answer, channel) > charactersMax) high = characters;
    else [low, fitting] = [characters, answer];
  }
  return fitting ?? render({ characters: 0, channel });
}

interface NotedAnswer {
  readonly structured: { readonly notes: readonly string[] };
  readonly text: string;
}

const NOTE_CHARACTERS = '\nnote: '.length;

/** Returns the size in characters, including the notes printed below the text. */
function answerSize({ structured, text }: NotedAnswer, channel: Channel): number {
  const notes = structured.notes.reduce((sum, note) => sum + note.length + NOTE_CHARACTERS, 0);
  const textLength = text.length + notes;
  return channel === 'text' ? textLength : sizeIn(channel, textLength, dataLength(structured));
}

/** A client shows its model the text or the data, so each has to fit on its own. */
export function sizeIn(channel: Channel, textLength: number, dataLength: number): number {
  if (channel === 'both') return Math.max(textLength, dataLength);
  return channel === 'text' ? textLength : dataLength;
}

/**
 * Returns the level of each item that is shown; items past the end of the result are cut. Levels
 * never rise down the list. The sum of the costs stays within the budget, but the first item is
 * always shown at least at level 0. `costs[item][level]` is the size in characters of an item's
 * rendering; it grows with the level.
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

/** Share of the budget for the longest renderings; the rest names further items. */
const FULL_SHARE = 0.75;

/**
 * Like {@link fitLevels}, for ranked lists: the first items get their longest rendering before any
 * further item is named. What is left over extends more items, in order.
 */
export function fitBestFirst(
  costs: readonly (readonly number[])[],
  budget: number,
  levelMax: number,
): number[] {
  const levels: number[] = [];
  let used = 0;
  for (const cost of costs) {
    const full = cost[levelMax] ?? 0;
    if (used + full > budget * (levels.length === 0 ? 1 : FULL_SHARE)) break;
    used += full;
    levels.push(levelMax);
  }
  const rest = fitLevels(costs.slice(levels.length), budget - used, levelMax);
  const restUsed = rest.reduce(
    (sum, level, item) => sum + (costs[levels.length + item]?.[level] ?? 0),
    0,
  );
  return levels.length > 0 && used + restUsed > budget ? levels : [...levels, ...rest];
}

/** Returns a note about the cuts made for the budget, or undefined if nothing was cut. */
export function cutNote(
  levels: readonly number[],
  included: { readonly items: number; readonly level: number },
  tokensMax: number,
): string | undefined {
  const parts: string[] = [];
  if (levels.length < included.items) parts.push(`${levels.length} of ${included.items} fit`);
  for (let level = included.level; level > 0; level--) {
    const full = levels.filter((own) => own >= level).length;
    if (full < levels.length) parts.push(`${DETAILS[level]} for the first ${full} only`);
  }
  if (parts.length === 0) return undefined;
  return `cut to max_tokens ${tokensMax}: ${parts.join('; ')}. Raise max_tokens for more.`;
}

/** The rendering of an item at one level: data and text. */
export interface Rendering<Item> {
  readonly item: Item;
  readonly text: string;
}

/** Lengths of items as JSON. An answer that is cut counts the same items again for every budget. */
const ITEM_LENGTHS = new WeakMap<object, number>();
/** Levels of an answer above the items of its lists: the answer, a group of lists, a list. */
const LIST_LEVELS = 3;

function itemLength(item: unknown): number {
  return typeof item === 'object' && item !== null
    ? getOrCompute(ITEM_LENGTHS, item, () => JSON.stringify(item).length)
    : JSON.stringify(item).length;
}

/** Returns the length of a value as JSON. Items whose length is cached are not serialized again. */
function dataLength(value: unknown, levels = LIST_LEVELS): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  const known = ITEM_LENGTHS.get(value);
  if (known !== undefined) return known;
  if (levels < 0) return JSON.stringify(value).length;
  const parts = Array.isArray(value)
    ? value.map((one) => dataLength(one ?? null, levels - 1))
    : Object.entries(value).flatMap(([key, one]) =>
        one === undefined ? [] : JSON.stringify(key).length + 1 + dataLength(one, levels - 1),
      );
  const commas = Math.max(0, parts.length - 1);
  return 2 + commas + parts.reduce((sum, length) => sum + length, 0);
}

/** Returns the cost in characters, including a line end for the text and a comma for the data. */
export function costOf({ item, text }: Rendering<unknown>, channel: Channel): number {
  const textLength = text.length + 1;
  // Serializing an item only to know its length costs as much as making it.
  return channel === 'text' ? textLength : sizeIn(channel, textLength, itemLength(item) + 1);
}

export interface Fitted<Item> {
  readonly items: readonly Item[];
  readonly text: string;
  /** Size in characters, counted for the budget's channel. */
  readonly size: number;
  /** Notes about cuts; empty if nothing was cut. */
  readonly notes: readonly string[];
}

interface FitRequest {
  readonly budget: Budget;
  readonly detail: Detail;
  readonly tokensMax: number;
}

/** Keeps the best items of a ranked list with their longest rendering. */
export function fitRanked<Item>(
  candidates: readonly (readonly Rendering<Item>[])[],
  request: FitRequest,
): Fitted<Item> {
  return fitRenderings(candidates, request, fitBestFirst);
}

/** Returns the rendering at a level of detail; beyond the last one, the last. */
function renderingAt<Item>(renderings: readonly Rendering<Item>[], level: number) {
  return renderings[Math.min(level, renderings.length - 1)];
}

/** Returns the cost of each level up to `levelMax`; beyond the last rendering, that of the last. */
function costsOf(
  renderings: readonly Rendering<unknown>[],
  levelMax: number,
  channel: Channel,
): readonly number[] {
  const costs: number[] = [];
  for (let level = 0; level <= levelMax; level++) {
    const rendering = level < renderings.length ? renderings[level] : undefined;
    if (rendering !== undefined) costs.push(costOf(rendering, channel));
    else if (costs.length > 0) costs.push(at(costs, costs.length - 1));
  }
  return costs;
}

/** Keeps the candidates that fit, at the levels that fit. */
export function fitRenderings<Item>(
  candidates: readonly (readonly Rendering<Item>[])[],
  request: FitRequest,
  choose: typeof fitLevels = fitLevels,
): Fitted<Item> {
  const levelMax = DETAILS.indexOf(request.detail);
  const { characters, channel } = request.budget;
  const costs = candidates.map((own) => costsOf(own, levelMax, channel));
  const levels = choose(costs, characters, levelMax);
  const shown = levels.flatMap((level, item) => renderingAt(candidates[item] ?? [], level) ?? []);
  const note = cutNote(levels, { items: candidates.length, level: levelMax }, request.tokensMax);
  return {
    items: shown.map((rendering) => rendering.item),
    text: shown.map((rendering) => rendering.text).join('\n'),
    size: shown.reduce((sum, rendering) => sum + costOf(rendering, channel), 0),
    notes: note === undefined ? [] : [note],
  };
}

/**
 * Fits a nested list: the deepest levels are dropped first, so an outline is cut level by level.
 */
export function fitOutline<Item extends { readonly depth?: number | undefined }>(
  candidates: readonly (readonly Rendering<Item>[])[],
  request: FitRequest,
): Fitted<Item> {
  const { characters, channel } = request.budget;
  const shortest = candidates.map(([first]) => ({
    depth: first?.item.depth ?? 0,
    cost: first === undefined ? 0 : costOf(first, channel),
  }));
  let depthMax = shortest.reduce((most, { depth }) => Math.max(most, depth), 0);
  const costWithin = (depthTo: number) =>
    shortest.reduce((sum, { depth, cost }) => sum + (depth <= depthTo ? cost : 0), 0);
  while (depthMax > 0 && costWithin(depthMax) > characters) depthMax--;
  const kept = candidates.filter(([first]) => (first?.item.depth ?? 0) <= depthMax);
  const fitted = fitRenderings(kept, request);
  const leftOut = candidates.length - kept.length;
  if (leftOut === 0) return fitted;
  const note = `cut to max_tokens ${request.tokensMax}: ${leftOut} nested in these left out. Raise max_tokens, or request one.`;
  return { ...fitted, notes: [note, ...fitted.notes] };
}
