import { GraphMemoryError } from '../base/errors.ts';

const REBUILD_HINT = 'Run `graph-memory index --full` to build the index again from your files.';

/** Stored bytes are not what was written: GM_STORE_CORRUPT. `what` completes "the store is damaged". */
export function storeCorrupt(what: string, cause?: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_STORE_CORRUPT', `the store is damaged: ${what}`, {
    hint: REBUILD_HINT,
    cause,
  });
}

/** Stored bytes are whole, but of another program version: GM_STORE_VERSION. */
export function storeVersion(found: number, expected: number): GraphMemoryError {
  const message = `the store has format ${found}, this program reads format ${expected}`;
  return new GraphMemoryError('GM_STORE_VERSION', message, {
    hint: REBUILD_HINT,
    details: { found, expected },
  });
}
