import { ERROR_CODES } from '../base/errors.ts';
import type { Failure } from '../tools/failure.ts';

/** An error response by RFC 9457. `code` is a code of the error table or an HTTP condition. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly code: string;
  readonly detail: string;
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function problemOf({ code, message, hint, details }: Failure): Problem {
  return {
    status: ERROR_CODES[code].httpStatus,
    title: code,
    code,
    detail: message,
    hint,
    details,
  };
}

export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify({ type: 'about:blank', ...problem })}\n`, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}
