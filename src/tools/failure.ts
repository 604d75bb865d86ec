import { type ErrorCode, isGraphMemoryError } from '../base/errors.ts';
import { contentHash } from '../base/hash.ts';
import { outgoingDetails, outgoingHint, outgoingMessage } from './answer/outgoing.ts';

/** An error in the form that every transport shows. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Location of the bug, for the log only. Empty for errors that are not bugs. */
  readonly trace: string;
}

/**
 * Converts any thrown value to an error with a code. A bug becomes GM_INTERNAL with a number that
 * its log entry repeats. The same bug always has the same number, and the answer contains no stack
 * trace.
 */
export function failureOf(error: unknown): Failure {
  if (isGraphMemoryError(error)) {
    const { code, message, hint, details } = error;
    return {
      code,
      message: outgoingMessage(message),
      hint: outgoingHint(hint),
      details: outgoingDetails(details),
      trace: '',
    };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const number = contentHash(trace).slice(0, 8);
  return {
    code: 'GM_INTERNAL',
    message: `internal error ${number}`,
    hint: 'This is a bug in graph-memory; the log has the details under this number.',
    details: { number },
    trace: `internal error ${number}: ${trace}`,
  };
}

/** Returns `error[GM_…]: what happened` and `hint: what to do`. */
export function failureText(failure: Failure): string {
  return `error[${failure.code}]: ${failure.message}\nhint: ${failure.hint}`;
}
