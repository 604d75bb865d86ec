/**
 * Encodes the start of the next page. A cursor is opaque and valid for one request and one state of
 * the index. Pages therefore never repeat or skip results because of a changed ranking.
 */
import { GraphMemoryError } from '../../base/errors.ts';
import { contentHash } from '../../base/hash.ts';

/** Enough to notice that a cursor is of another request; each character costs a token. */
const HASH_CHARACTERS = 6;

export interface PageStart {
  /** Number of results shown on earlier pages. */
  readonly offset: number;
  /** Session turn when the first page was made; later events do not affect the ranking. */
  readonly turn: number;
}

export interface PageOwner {
  readonly generation: number;
  /** Everything that determines the results and their order. */
  readonly request: unknown;
}

function cursorOf(owner: PageOwner, { offset, turn }: PageStart): string {
  return [owner.generation, offset, turn, hashOf(owner.request)].join('.');
}

/** The fields and notes that point to the next page; empty on the last page. */
export interface NextPage {
  readonly fields: { readonly next_cursor?: string };
  readonly notes: readonly string[];
}

/** Returns the reference to the page after one with `shown` of `total` results. */
export function nextPage(
  owner: PageOwner,
  start: PageStart,
  { shown, total }: { readonly shown: number; readonly total: number },
): NextPage {
  const end = start.offset + shown;
  if (shown === 0 || end >= total) return { fields: {}, notes: [] };
  const cursor = cursorOf(owner, { ...start, offset: end });
  return {
    fields: { next_cursor: cursor },
    notes: [`${total - end} more: cursor ${cursor}`],
  };
}

/**
 * Decodes a cursor.
 * @throws {GraphMemoryError} GM_USAGE when the text is not a cursor or belongs to another list.
 */
export function pageStart(owner: PageOwner, cursor: string | undefined, turn = 0): PageStart {
  if (cursor === undefined) return { offset: 0, turn };
  const match = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})\.([0-9a-f]{6})$/.exec(cursor);
  if (match === null) throw refused('is malformed');
  const [generation = 0, offset = 0, turnThen = 0] = match.slice(1, 4).map(Number);
  if (match[4] !== hashOf(owner.request)) throw refused('belongs to another request');
  if (generation !== owner.generation) {
    throw refused(`is outdated: the files have changed since index generation ${generation}`);
  }
  return { offset, turn: turnThen };
}

function hashOf(request: unknown): string {
  return contentHash(JSON.stringify(request)).slice(0, HASH_CHARACTERS);
}

function refused(why: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `the cursor ${why}`, {
    hint: 'Retry without cursor, then use the next_cursor of that answer.',
  });
}
