import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileEntry } from './discover.ts';

/** How a project differs from what was last indexed; every list in the order of the entries or manifest. */
export interface Changes {
  readonly added: readonly FileEntry[];
  /** Other content than before, or no content to be had any more. */
  readonly changed: readonly FileEntry[];
  readonly removed: readonly RepoPath[];
  readonly unchanged: readonly FileEntry[];
  /** Same content, but another time on disk: the manifest should learn the new one. */
  readonly touched: readonly FileEntry[];
}

/** The content hash of a file now; undefined when it cannot be read. */
export type HashOf = (entry: FileEntry) => Promise<string | undefined>;

/** Files hashed at a time: enough to keep the disk busy, few enough to stay small in memory. */
const PARALLEL_MAX = 16;

/**
 * Compares a manifest with the files on disk. Size and times are compared first; only a file of the
 * same size and another time is hashed, so an unchanged project costs no reading at all. The change
 * time counts because programs that keep a file's modification time (`cp -p`, `rsync -t`, `touch -r`)
 * cannot keep that.
 */
export async function compareManifest(
  manifest: Manifest,
  entries: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Changes> {
  const present = new Set(entries.map((entry) => entry.path));
  const known = entries.filter((entry) => manifest.has(entry.path));
  const isSuspect = (entry: FileEntry) => differsOnDisk(manifest, entry);
  const suspects = known.filter(isSuspect);
  const ofSameSize = suspects.filter(
    ({ path, sizeBytes }) => manifest.get(path)?.sizeBytes === sizeBytes,
  );
  const touchedPaths = await findSame(manifest, ofSameSize, hashOf);
  return {
    added: entries.filter((entry) => !manifest.has(entry.path)),
    changed: suspects.filter((entry) => !touchedPaths.has(entry.path)),
    removed: [...manifest.keys()].filter((path) => !present.has(path)),
    unchanged: known.filter((entry) => !isSuspect(entry)),
    touched: suspects.filter((entry) => touchedPaths.has(entry.path)),
  };
}

function differsOnDisk(manifest: Manifest, entry: FileEntry): boolean {
  const before = manifest.get(entry.path);
  return (
    before?.sizeBytes !== entry.sizeBytes ||
    before.mtimeMs !== entry.mtimeMs ||
    before.ctimeMs !== entry.ctimeMs
  );
}

async function findSame(
  manifest: Manifest,
  suspects: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Set<RepoPath>> {
  const same = new Set<RepoPath>();
  for (let start = 0; start < suspects.length; start += PARALLEL_MAX) {
    const batch = suspects.slice(start, start + PARALLEL_MAX);
    const hashes = await Promise.all(batch.map(hashOf));
    for (const [index, entry] of batch.entries())
      if (hashes[index] === manifest.get(entry.path)?.hash) same.add(entry.path);
  }
  return same;
}
