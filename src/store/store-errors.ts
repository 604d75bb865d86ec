import { GraphMemoryError } from '../base/errors.ts';

const REBUILD_HINT = 'Run `graph-memory index --full` to build the index again from your files.';

/**
 * Creates the GM_STORE_CORRUPT error: stored bytes differ from those written. `what` completes "the
 * store is damaged".
 */
export function storeCorrupt(what: string, cause?: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_STORE_CORRUPT', `the store is damaged: ${what}`, {
    hint: REBUILD_HINT,
    cause,
  });
}

/** Creates the GM_STORE_VERSION error: stored bytes are intact, but of another program version. */
export function storeVersion(found: number, expected: number): GraphMemoryError {
  const message = `the store has format ${found}, this program reads format ${expected}`;
  return new GraphMemoryError('GM_STORE_VERSION', message, {
    hint: REBUILD_HINT,
    details: { found, expected },
  });
}
