import { isGraphMemoryError } from '../base/errors.ts';

/** Returns the reason of a failure for a status, with the hint. */
export function problemOf(error: unknown): string {
  if (isGraphMemoryError(error)) return `${error.message}. ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
