/** Stores the messages of recent commits and the files that they changed. */

export interface StoredCommits {
  /** The commit that the list begins with. */
  readonly head: string;
  readonly commits: readonly { readonly subject: string; readonly paths: readonly string[] }[];
}

export function encodeCommits({ head, commits }: StoredCommits): Uint8Array {
  return Buffer.from(
    JSON.stringify({ head, commits: commits.map(({ subject, paths }) => ({ subject, paths })) }),
  );
}

/** Returns undefined for text of any other shape: git still has the commits. */
export function decodeCommits(bytes: Uint8Array): StoredCommits | undefined {
  try {
    const { head, commits } = JSON.parse(Buffer.from(bytes).toString()) as Partial<StoredCommits>;
    const isWhole =
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
