import { type ErrorCode, isGraphMemoryError } from '../base/errors.ts';
import { contentHash } from '../base/hash.ts';
import { outgoingDetails, outgoingMessage } from './answer/outgoing.ts';

/** An error as every transport shows it. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** For the log only: where a bug is. Empty for errors that are not bugs. */
  readonly trace: string;
}

/**
 * Puts any thrown value into the form of the error table. A bug becomes GM_INTERNAL with a number that
 * its log entry carries too: the same bug has the same number, and a reader of the answer sees no stack.
 */
export function failureOf(error: unknown): Failure {
  if (isGraphMemoryError(error)) {
    const { code, message, hint, details } = error;
    return {
      code,
      message: outgoingMessage(message),
      hint: outgoingMessage(hint),
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

/** `error[GM_…]: what happened` and `hint: what to do`. */
export function failureText(failure: Failure): string {
  return `error[${failure.code}]: ${failure.message}\nhint: ${failure.hint}`;
}
