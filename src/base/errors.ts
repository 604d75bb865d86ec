/** How an error appears outside the process: exit status and HTTP status. */
interface ErrorForm {
  readonly exitStatus: number;
  readonly httpStatus: number;
}

/** Every error a user can meet. docs/errors.md has one section per code; a test compares both ways. */
export const ERROR_CODES = {
  GM_USAGE: { exitStatus: 2, httpStatus: 400 },
  GM_CONFIG_NOT_FOUND: { exitStatus: 2, httpStatus: 400 },
  GM_CONFIG_INVALID: { exitStatus: 2, httpStatus: 400 },
  GM_UNTRUSTED: { exitStatus: 1, httpStatus: 403 },
  GM_PROJECT_NOT_FOUND: { exitStatus: 1, httpStatus: 404 },
  GM_SYMBOL_NOT_FOUND: { exitStatus: 1, httpStatus: 404 },
  GM_FILE_NOT_FOUND: { exitStatus: 1, httpStatus: 404 },
  GM_FILE_WITHHELD: { exitStatus: 1, httpStatus: 403 },
  GM_NOTE_NOT_FOUND: { exitStatus: 1, httpStatus: 404 },
  GM_NOTE_CONFLICT: { exitStatus: 1, httpStatus: 409 },
  GM_REVISION: { exitStatus: 1, httpStatus: 404 },
  GM_NOT_INDEXED: { exitStatus: 1, httpStatus: 409 },
  GM_BUSY: { exitStatus: 1, httpStatus: 409 },
  GM_LIMIT: { exitStatus: 1, httpStatus: 422 },
  GM_STORE_VERSION: { exitStatus: 1, httpStatus: 503 },
  GM_STORE_CORRUPT: { exitStatus: 1, httpStatus: 500 },
  GM_IO: { exitStatus: 1, httpStatus: 500 },
  GM_DATABASE: { exitStatus: 1, httpStatus: 503 },
  GM_DATABASE_VERSION: { exitStatus: 1, httpStatus: 503 },
  GM_EMBEDDER: { exitStatus: 1, httpStatus: 503 },
  GM_INSTALLATION: { exitStatus: 1, httpStatus: 500 },
  GM_VERIFY: { exitStatus: 1, httpStatus: 422 },
  GM_CANCELLED: { exitStatus: 130, httpStatus: 499 },
  GM_INTERNAL: { exitStatus: 70, httpStatus: 500 },
} as const satisfies Record<string, ErrorForm>;

export type ErrorCode = keyof typeof ERROR_CODES;

interface ErrorOptions {
  /** The next step for the user, as a sentence. */
  readonly hint: string;
  /** Plain data for programs, e.g. near matches or the offending line. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An operating error: bad input, a missing file, a full disk. Bugs are plain `Error`s. */
export class GraphMemoryError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GraphMemoryError';
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }
}

export function isGraphMemoryError(value: unknown): value is GraphMemoryError {
  return value instanceof GraphMemoryError;
}
