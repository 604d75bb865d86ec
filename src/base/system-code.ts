/** The operating system's word for what went wrong (`ENOENT`); any other error is a bug and goes on. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  throw error;
}
