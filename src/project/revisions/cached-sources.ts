import type { RepoPath } from '../../model/path.ts';
import type { RevisionSource } from './contents.ts';

type ReadSources = (paths: Iterable<RepoPath>) => Promise<ReadonlyMap<RepoPath, RevisionSource>>;

/** Most characters that are kept for one revision. */
const CHARACTERS_MAX = 8_000_000;

/**
 * Keeps what `read` has returned. The content of a revision never changes, an answer reads many
 * files twice, and each reading starts git and masks secrets. What is requested while another task
 * runs is read at once.
 */
export function cachedSources(read: ReadSources): ReadSources {
  const known = new Map<RepoPath, RevisionSource | undefined>();
  let characters = 0;
  let next: { readonly paths: Set<RepoPath>; readonly read: ReturnType<ReadSources> } | undefined;
  const readTogether = (missing: readonly RepoPath[]): ReturnType<ReadSources> => {
    if (next === undefined) {
      const paths = new Set<RepoPath>();
      const isReady = new Promise((resolve) => setImmediate(resolve));
      const reading = isReady.then(() => {
        next = undefined;
        return read(paths);
      });
      next = { paths, read: reading };
    }
    for (const path of missing) next.paths.add(path);
    return next.read;
  };
  return async (paths) => {
    const wanted = [...new Set(paths)];
    const missing = wanted.filter((path) => !known.has(path));
    const found =
      missing.length === 0 ? new Map<RepoPath, RevisionSource>() : await readTogether(missing);
    const sources = wanted.flatMap((path) => {
      const source = found.get(path) ?? known.get(path);
      return source === undefined ? [] : [[path, source] as const];
    });
    if (characters > CHARACTERS_MAX) {
      known.clear();
      characters = 0;
    }
    for (const path of missing) {
      const source = found.get(path);
      if (source !== undefined && 'text' in source && !known.has(path))
        characters += source.text.length;
      known.set(path, source);
    }
    return new Map(sources);
  };
}

/** Returns the texts of those files that may be shown. */
export function textsOf(
  sources: ReadonlyMap<RepoPath, RevisionSource>,
): ReadonlyMap<RepoPath, string> {
  return new Map(
    [...sources].flatMap(([path, source]) => ('text' in source ? [[path, source.text]] : [])),
  );
}
