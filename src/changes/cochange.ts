/** Finds files that usually change together with others, by the history. */

/** Fewest common commits. */
const TOGETHER_MIN = 3;
/** Least share of a file's commits that changed the other one too. */
const SHARE_MIN = 0.5;
/** Commits with more files change how code is written, not what it does. */
const BULK_FILES = 40;

export interface CommitPaths {
  readonly paths: readonly string[];
}

export function isBulk({ paths }: CommitPaths): boolean {
  return paths.length > BULK_FILES;
}

export interface CoChange {
  /** The file that is not in the change. */
  readonly path: string;
  /** A file of the change. */
  readonly with: string;
  readonly together: number;
  /** Number of commits that changed `with`. */
  readonly total: number;
}

/**
 * Returns the files that changed in at least half of the commits that changed one of `changed`: the
 * strongest relation of each, most common commits first.
 */
export function coChanges(
  commits: readonly CommitPaths[],
  changed: ReadonlySet<string>,
  isThere: (path: string) => boolean,
): readonly CoChange[] {
  const totals = new Map<string, number>();
  const together = new Map<string, Map<string, number>>();
  for (const commit of commits) {
    const { paths } = commit;
    if (isBulk(commit)) continue;
    for (const path of paths) {
      if (!changed.has(path)) continue;
      totals.set(path, (totals.get(path) ?? 0) + 1);
      const counts = together.get(path) ?? new Map<string, number>();
      together.set(path, counts);
      for (const other of paths) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  }
  const best = new Map<string, CoChange>();
  for (const [path, counts] of together) {
    const total = totals.get(path) ?? 0;
    for (const [other, count] of counts) {
      if (changed.has(other) || count < TOGETHER_MIN || count / total < SHARE_MIN) continue;
      if (!isThere(other) || (best.get(other)?.together ?? 0) >= count) continue;
      best.set(other, { path: other, with: path, together: count, total });
    }
  }
  return [...best.values()].sort((a, b) => b.together - a.together || (a.path < b.path ? -1 : 1));
}
