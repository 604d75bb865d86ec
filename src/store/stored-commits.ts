/** Stores the messages of recent commits and the files that they changed. */
import { MASKING_VERSION } from './versions.ts';

export interface StoredCommits {
  /** The commit that the list begins with. */
  readonly head: string;
  /** With secrets masked. */
  readonly commits: readonly { readonly subject: string; readonly paths: readonly string[] }[];
}

export function encodeCommits({ head, commits }: StoredCommits): Uint8Array {
  return Buffer.from(
    JSON.stringify({
      masking: MASKING_VERSION,
      head,
      commits: commits.map(({ subject, paths }) => ({ subject, paths })),
    }),
  );
}

/**
 * Returns undefined for text of any other shape, and for commits that were masked by other rules:
 * git still has them.
 */
export function decodeCommits(bytes: Uint8Array): StoredCommits | undefined {
  try {
    const { masking, head, commits } = JSON.parse(Buffer.from(bytes).toString()) as Partial<
      StoredCommits & { readonly masking: unknown }
    >;
    const isWhole =
      masking === MASKING_VERSION &&
      typeof head === 'string' &&
      Array.isArray(commits) &&
      commits.every(
        ({ subject, paths }) =>
          typeof subject === 'string' &&
          Array.isArray(paths) &&
          paths.every((path) => typeof path === 'string'),
      );
    return isWhole ? { head, commits } : undefined;
  } catch {
    return undefined;
  }
}
