import { randomBytes } from 'node:crypto';

/** Limits shared by the commands that serve clients. */

/**
 * Maximum wait for a refresh: enough for a few edits. After that, questions are answered from the
 * previous snapshot.
 */
export const ANSWER_WAIT_MS = 1000;

/** Deadline of a request; common clients time out after 60 seconds. */
export const DEADLINE_MS = 45_000;

/** Maximum delay of a timer. */
export const FOREVER_MS = 2 ** 31 - 1;

/** Returns a token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
