/**
 * Where the next page begins: opaque, and good for one request against one state of the index only,
 * so that pages never repeat or skip what another ranking moved.
 */
import { GraphMemoryError } from '../../base/errors.ts';
import { contentHash } from '../../base/hash.ts';

export interface PageStart {
  /** Results that earlier pages have shown. */
  readonly offset: number;
  /** Turn of the session when the first page was made; what happened since does not count. */
  readonly turn: number;
}

interface PageOwner {
  readonly generation: number;
  /** Everything that decides which results there are, and in what order. */
  readonly request: unknown;
}

export function cursorOf(owner: PageOwner, { offset, turn }: PageStart): string {
  const parts = [owner.generation, offset, turn, hashOf(owner.request)];
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** @throws {GraphMemoryError} GM_USAGE when it is not a cursor, or one of another list. */
export function pageStart(owner: PageOwner, cursor: string): PageStart {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const match = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})\.([0-9a-f]{12})$/.exec(text);
  if (match === null) throw refused('is not one of ours');
  const [generation = 0, offset = 0, turn = 0] = match.slice(1, 4).map(Number);
  if (match[4] !== hashOf(owner.request)) throw refused('belongs to another request');
  if (generation !== owner.generation) {
    throw refused(`is of index generation ${generation}, and the files have changed since`);
  }
  return { offset, turn };
}

function hashOf(request: unknown): string {
  return contentHash(JSON.stringify(request)).slice(0, 12);
}

function refused(why: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `the cursor ${why}`, {
    hint: 'Ask again without cursor, and go on from the next_cursor of that answer.',
  });
}
