import type { RepoPath } from '../../model/path.ts';

type ReadTexts = (paths: Iterable<RepoPath>) => Promise<ReadonlyMap<RepoPath, string>>;

/** Most characters that are kept for one revision. */
const CHARACTERS_MAX = 8_000_000;

/**
 * Keeps the texts that `read` has returned. The content of a revision never changes, an answer reads
 * many texts twice, and each reading starts git and masks secrets.
 */
export function cachedTexts(read: ReadTexts): ReadTexts {
  const known = new Map<RepoPath, string | undefined>();
  let characters = 0;
  return async (paths) => {
    const wanted = [...new Set(paths)];
    const missing = wanted.filter((path) => !known.has(path));
    const found = missing.length === 0 ? new Map<RepoPath, string>() : await read(missing);
    const texts = wanted.flatMap((path) => {
      const text = found.get(path) ?? known.get(path);
      return text === undefined ? [] : [[path, text] as const];
    });
    if (characters > CHARACTERS_MAX) {
      known.clear();
      characters = 0;
    }
    for (const path of missing) {
      known.set(path, found.get(path));
      characters += found.get(path)?.length ?? 0;
    }
    return new Map(texts);
  };
}
