/**
 * Returns the operating system's error code, such as `ENOENT`. Rethrows any other error, which is a
 * bug.
 */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  throw error;
}
